// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace lossline {

/// A command reads the arguments after its name, does its work and returns the exit code.
int run_train(const std::vector<std::string>& args);
int run_bench(const std::vector<std::string>& args);
int run_sweep(const std::vector<std::string>& args);
int run_hardware(const std::vector<std::string>& args);
int run_gpu_name(const std::vector<std::string>& args);
int run_cpu_name(const std::vector<std::string>& args);
int run_datasets(const std::vector<std::string>& args);

}  // namespace lossline
