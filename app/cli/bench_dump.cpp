// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_dump.h"

#include <cstring>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/api/loss_choice.h"
#include "core/api/number_text.h"
#include "core/data/prepare.h"
#include "core/report/atomic_file.h"

namespace lossline {
namespace {

static_assert(sizeof(float) == 4);

/// Magic, version 1.0, and the header in a length that puts the numbers at a multiple of 64.
std::string npy_head(const char* type, const std::vector<std::size_t>& shape) {
  constexpr std::size_t kAlign = 64, kBefore = 10, kByte = 256;
  std::string header = std::string("{'descr': '") + type + "', 'fortran_order': False, 'shape': (";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    header += (i == 0 ? "" : " ") + integer_text(std::uint64_t{shape[i]}) + ",";
  }
  if (shape.size() > 1) {
    header.pop_back();  // only a tuple of one keeps its comma
  }
  header += "), }";
  const std::size_t used = kBefore + header.size() + 1;
  header += std::string((kAlign - used % kAlign) % kAlign, ' ') + "\n";
  std::string head = "\x93NUMPY";
  head += '\x01';
  head += '\0';
  head += static_cast<char>(header.size() % kByte);
  head += static_cast<char>(header.size() / kByte);
  return head + header;
}

/// Lowest byte first, whatever this machine does.
template <typename Value>
std::string little_endian(const std::vector<Value>& values) {
  constexpr std::uint32_t kByte = 0xFF;
  std::string bytes(values.size() * sizeof(std::uint32_t), '\0');
  std::size_t at = 0;
  for (const Value& value : values) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    for (std::uint32_t shift = 0; shift < 32; shift += 8) {
      bytes[at++] = static_cast<char>((bits >> shift) & kByte);
    }
  }
  return bytes;
}

nlohmann::ordered_json config_object(const TrainConfig& config, TargetKind target) {
  nlohmann::ordered_json object;
  for (const ConfigField& field : config_fields()) {
    const std::string name(field.name);
    if (name == "strategy" || name == "threads" || name == "device") {
      continue;  // what a bench compares
    }
    const std::string text = field_text(config, name);
    const auto number = parse_double(text);
    if (name == "hidden") {
      object[std::string(field.key)] = config.hidden;
    } else if (name == "loss") {
      object[std::string(field.key)] = to_text(resolve_loss(config.loss, target));
    } else if (const auto whole = parse_int64(text)) {
      object[std::string(field.key)] = *whole;
    } else if (number) {
      object[std::string(field.key)] = *number;
    } else {
      object[std::string(field.key)] = text;
    }
  }
  return object;
}

std::string job_text(const BenchJob& job, const Dataset& data, const PreparedData& prepared) {
  nlohmann::ordered_json object = {{"job", job.name},
                                   {"title", job.title},
                                   {"train_rows", prepared.train_rows.size()},
                                   {"test_rows", prepared.test_rows.size()},
                                   {"features", prepared.features},
                                   {"outputs", prepared.outputs},
                                   {"sha256", dataset_sha256(data)},
                                   {"config", config_object(job.config, data.target_kind)}};
  return object.dump(2) + "\n";
}

}  // namespace

std::string npy_bytes(const std::vector<float>& values, const std::vector<std::size_t>& shape) {
  return npy_head("<f4", shape) + little_endian(values);
}

std::string npy_bytes(const std::vector<std::int32_t>& values, const std::vector<std::size_t>& shape) {
  return npy_head("<i4", shape) + little_endian(values);
}

Result<void> dump_job(const std::filesystem::path& folder, const BenchJob& job, const Dataset& data) {
  const Result<PreparedData> prepared = prepare(data, job.config.test_size, job.config.split_seed, job.config.scale);
  if (!prepared.ok()) {
    return prepared.error();
  }
  const PreparedData& made = prepared.value();
  const std::filesystem::path place = folder / job.name;
  std::error_code error;
  std::filesystem::create_directories(place, error);
  if (error) {
    return Error{ErrorCode::Io, "the folder \"" + place.string() + "\" can't be made: " + error.message() +
                                    "; name another one after --dump"};
  }
  const auto write = [&place](const char* name, const std::string& bytes) {
    return write_file_atomically(place / name, std::string_view(bytes));
  };
  for (const auto& [name, x, rows] : {std::tuple{"x_train.npy", &made.x_train, made.train_rows.size()},
                                      std::tuple{"x_test.npy", &made.x_test, made.test_rows.size()}}) {
    if (Result<void> wrote = write(name, npy_bytes(*x, {rows, made.features})); !wrote.ok()) {
      return wrote;
    }
  }
  for (const auto& [name, y] :
       {std::pair{"y_train.npy", &made.labels_train}, std::pair{"y_test.npy", &made.labels_test}}) {
    if (Result<void> wrote = write(name, npy_bytes(*y, {y->size()})); !wrote.ok()) {
      return wrote;
    }
  }
  return write("job.json", job_text(job, data, made));
}

std::string rounds_text(const std::vector<BenchRow>& rows) {
  std::string text;
  for (const BenchRow& row : rows) {
    for (std::size_t round = 0; round < row.seconds.size(); ++round) {
      const nlohmann::ordered_json line = {
          {"job", row.job},
          {"strategy", to_text(row.side.strategy)},
          {"threads", row.side.threads},
          {"round", round + 1},
          {"seconds", row.seconds[round]},
          {"last_loss", row.last_loss ? nlohmann::ordered_json(*row.last_loss) : nlohmann::ordered_json()}};
      text += line.dump() + "\n";
    }
  }
  return text;
}

}  // namespace lossline
