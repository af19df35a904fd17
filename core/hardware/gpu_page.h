// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/api/hardware_facts.h"

namespace lossline {

/// One thing that stands between this machine and training on a GPU, for the page "Why can't I use my GPU?".
struct GpuObstacle {
  enum class Kind {
    NoGpu,              ///< none on this machine
    NotLookedAt,        ///< whether there is one can't be told: the machine shows no PCI bus
    OtherMakers,        ///< GPUs, but none of NVIDIA
    OtherDriver,        ///< an NVIDIA GPU on nouveau or the like
    SetAside,           ///< an NVIDIA GPU kept for virtual machines
    NoDriver,           ///< nothing drives the NVIDIA GPU
    DriverRefused,      ///< NVIDIA's driver is loaded and does not run this GPU
    VersionMismatch,    ///< driver updated, machine not restarted
    NoPermission,       ///< this user may not use the GPU
    DriverHangs,        ///< the driver does not answer
    DriverCrashes,      ///< asking the driver ends the one who asks
    DriverFails,        ///< the driver's library answers with an error, or with what can't be true
    NoHelper,           ///< Lossline's own helper program, which asks the driver, can't be started
    MigWithoutSlices,   ///< the GPU is set to be cut into slices, and none was cut
    DriverTooOld,       ///< for the CUDA version LibTorch was built with
    CpuOnlyLibTorch,    ///< LibTorch was built without CUDA
    Hidden,             ///< CUDA_VISIBLE_DEVICES hides GPUs
    NoKernelImage,      ///< LibTorch holds no code for this compute capability
    CudaFails,          ///< any other reason of the training engine
    NotAsked,           ///< the training engine has not been asked yet
    AnswerNotReadable,  ///< a recorded machine's nvml.json can't be read
    Recorded            ///< the facts are of another machine
  };
  Kind kind = Kind::NoGpu;
  std::string title;      ///< a few words: "No NVIDIA driver"
  std::string what;       ///< one or two sentences on what was found
  std::string next_step;  ///< what to do about it
};

/// What keeps GPUs from training here, the first to be mended first, each kind once. Empty when a GPU can be used and
/// nothing hides another. Pure; plain text of one line each. `visible_devices` is the value of CUDA_VISIBLE_DEVICES,
/// empty where it is not set.
[[nodiscard]] std::vector<GpuObstacle> gpu_obstacles(const HardwareFacts& facts,
                                                     const std::optional<std::string>& visible_devices = std::nullopt);

/// CUDA_VISIBLE_DEVICES of this process. Call it before other threads change the environment.
[[nodiscard]] std::optional<std::string> cuda_visible_devices();

}  // namespace lossline
