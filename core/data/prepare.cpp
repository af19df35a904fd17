// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/prepare.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/api/number_text.h"
#include "core/api/sha256.h"
#include "core/data/scaler.h"
#include "core/data/train_test_split.h"

namespace lossline {
namespace {

std::optional<Error> check_shape(const Dataset& dataset) {
  const auto fault = [&](const std::string& what) {
    return Error{ErrorCode::Internal, "dataset " + dataset.name + ": " + what};
  };
  if (dataset.columns() == 0) {
    return fault("has no feature columns");
  }
  if (dataset.x.size() != dataset.rows * dataset.columns()) {
    return fault("holds " + integer_text(std::uint64_t{dataset.x.size()}) + " feature values instead of " +
                 integer_text(std::uint64_t{dataset.rows * dataset.columns()}));
  }
  const bool classes = dataset.target_kind == TargetKind::Classes;
  const std::size_t targets = classes ? dataset.labels.size() : dataset.values.size();
  if (targets != dataset.rows) {
    return fault("holds " + integer_text(std::uint64_t{targets}) + " targets instead of " +
                 integer_text(std::uint64_t{dataset.rows}));
  }
  const auto names_a_class = [&](std::int32_t label) {
    return label >= 0 && static_cast<std::size_t>(label) < dataset.classes.size();
  };
  if (classes && !std::all_of(dataset.labels.begin(), dataset.labels.end(), names_a_class)) {
    return fault("holds a label that is none of its classes");
  }
  return std::nullopt;
}

template <typename T>
std::vector<T> picked(const std::vector<T>& all, const std::vector<std::size_t>& rows) {
  std::vector<T> result;
  result.reserve(rows.size());
  for (const std::size_t row : rows) {
    result.push_back(all[row]);
  }
  return result;
}

}  // namespace

Result<PreparedData> prepare(const Dataset& dataset, double test_size, std::uint64_t split_seed, Scaling scaling) {
  if (auto fault = check_shape(dataset)) {
    return *std::move(fault);
  }
  auto split = train_test_split(dataset.rows, test_size, split_seed);
  if (!split.ok()) {
    return split.error();
  }
  PreparedData prepared;
  prepared.features = dataset.columns();
  prepared.target_kind = dataset.target_kind;
  prepared.outputs = dataset.outputs();
  prepared.train_rows = std::move(split.value().train);
  prepared.test_rows = std::move(split.value().test);
  const Scaler scaler = Scaler::fit(scaling, dataset.x, prepared.features, prepared.train_rows);
  prepared.x_train = scaler.transform(dataset.x, prepared.train_rows);
  prepared.x_test = scaler.transform(dataset.x, prepared.test_rows);
  if (dataset.target_kind == TargetKind::Classes) {
    prepared.labels_train = picked(dataset.labels, prepared.train_rows);
    prepared.labels_test = picked(dataset.labels, prepared.test_rows);
  } else {
    prepared.values_train = picked(dataset.values, prepared.train_rows);
    prepared.values_test = picked(dataset.values, prepared.test_rows);
  }
  return prepared;
}

std::string dataset_sha256(const Dataset& dataset) {
  Sha256 hash;
  const std::vector<float> features(dataset.x.begin(), dataset.x.end());
  update_le(hash, features.data(), features.size());
  if (dataset.target_kind == TargetKind::Classes) {
    update_le(hash, dataset.labels.data(), dataset.labels.size());
  } else {
    update_le(hash, dataset.values.data(), dataset.values.size());
  }
  return hash.hex();
}

DataInfo data_info(const Dataset& dataset, const PreparedData& prepared) {
  DataInfo info;
  info.rows = dataset.rows;
  info.train_rows = prepared.train_rows.size();
  info.test_rows = prepared.test_rows.size();
  info.features = dataset.features;
  info.target = dataset.target;
  info.classes = dataset.classes;
  info.sha256 = dataset_sha256(dataset);
  return info;
}

}  // namespace lossline
