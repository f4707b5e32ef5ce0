// Draws a field that the program's own kernel has computed: it never leaves the device.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <voxmarch/voxmarch.h>

#include <cstdio>

const char *kernel_text = R"( // two waves that meet, in [-1, 1]
__kernel void waves(__global float *field) {
    const int i = get_global_id(0);
    const float3 p = (float3)(i % 96, i / 96 % 96, i / 96 / 96) / 95.0f;
    const float a = distance(p, (float3)(0.2f, 0.5f, 0.5f)), b = distance(p, (float3)(0.8f, 0.5f, 0.5f));
    field[i] = 0.5f * (sin(40.0f * a) + sin(40.0f * b));
})";

int main() {
    cl_platform_id platform = nullptr;
    cl_device_id id = nullptr;
    if (clGetPlatformIDs(1, &platform, nullptr) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, nullptr)) {
        std::fprintf(stderr, "no OpenCL device\n");
        return 1;
    }
    const std::size_t count = std::size_t{96} * 96 * 96;
    cl_context context = clCreateContext(nullptr, 1, &id, nullptr, nullptr, nullptr);
    cl_command_queue queue = clCreateCommandQueue(context, id, CL_QUEUE_PROFILING_ENABLE, nullptr);
    cl_mem field = clCreateBuffer(context, CL_MEM_READ_WRITE, count * sizeof(float), nullptr, nullptr);
    cl_program program = clCreateProgramWithSource(context, 1, &kernel_text, nullptr, nullptr);
    clBuildProgram(program, 1, &id, "", nullptr, nullptr);
    cl_kernel kernel = clCreateKernel(program, "waves", nullptr);
    clSetKernelArg(kernel, 0, sizeof(cl_mem), &field);
    clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &count, nullptr, 0, nullptr, nullptr);
    try {
        voxmarch::Device device(context, queue); // what it launches comes after the kernel above
        voxmarch::Renderer renderer(device, {.memory = field, .grid = {.dims = {96, 96, 96}}});
        voxmarch::Scene scene;
        scene.camera = {.eye = {135, 110, 160}, .target = {48, 48, 48}};
        scene.transfer.colors = {{0.0, {0.1, 0.3, 1.0}}, {0.5, {1.0, 1.0, 1.0}}, {1.0, {1.0, 0.3, 0.1}}};
        scene.transfer.opacities = {{0.0, 0.3}, {0.25, 0.0}, {0.75, 0.0}, {1.0, 0.3}};
        voxmarch::write_png(renderer.render(scene), "waves.png");
    } catch (const voxmarch::Error &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
