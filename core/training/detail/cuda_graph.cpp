// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/detail/cuda_graph.h"

#include <cuda_runtime_api.h>
#include <exception>

#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <torch/cuda.h>

namespace lossline::detail {
namespace {

class CudaRecording final : public Recording {
 public:
  void replay() override { graph_.replay(); }
  [[nodiscard]] at::cuda::CUDAGraph& graph() { return graph_; }

 private:
  at::cuda::CUDAGraph graph_;
};

// A capture that failed has to be ended all the same, or the stream is of no more use. It says so by throwing; what is
// worth telling was thrown before.
void end_failed(at::cuda::CUDAGraph& graph) {
  try {
    graph.capture_end();
  } catch (const std::exception&) {
    static_cast<void>(cudaGetLastError());  // read, and cleared for whoever asks next
  }
}

class CudaRecorder final : public Recorder {
 public:
  explicit CudaRecorder(c10::DeviceIndex index)
      : index_(index),
        stream_(c10::cuda::getStreamFromPool(/*isHighPriority=*/false, index)),
        pool_(at::cuda::graph_pool_handle()) {}

  void warm_up(const std::function<void()>& work) override {
    torch::cuda::synchronize(index_);
    {
      // On the stream of the recordings, so that cuBLAS has its workspace there before.
      const c10::cuda::CUDAStreamGuard side(stream_);
      for (int i = 0; i < kWarmUps; ++i) {
        work();
      }
    }
    torch::cuda::synchronize(index_);
  }

  std::unique_ptr<Recording> record(const std::function<void()>& work) override {
    torch::cuda::synchronize(index_);
    auto recording = std::make_unique<CudaRecording>();
    // CUDA can't record the default stream.
    const c10::cuda::CUDAStreamGuard side(stream_);
    recording->graph().capture_begin(pool_);
    try {
      work();
    } catch (...) {
      end_failed(recording->graph());
      throw;
    }
    try {
      recording->graph().capture_end();
    } catch (...) {
      static_cast<void>(cudaGetLastError());
      throw;
    }
    return recording;
  }

 private:
  static constexpr int kWarmUps = 3;

  c10::DeviceIndex index_;
  c10::cuda::CUDAStream stream_;
  decltype(at::cuda::graph_pool_handle()) pool_;  // one for all recordings: they never run at once
};

}  // namespace

std::unique_ptr<Recorder> cuda_recorder(int index) {
  return std::make_unique<CudaRecorder>(static_cast<c10::DeviceIndex>(index));
}

}  // namespace lossline::detail
