// Exceptions of the library as those of voxmarch/_errors.py.
#include "python/src/binding.h"

namespace voxmarch::python {

namespace {

/// Sets an exception of _errors.py with an attribute more. @param attribute  its name; null: none
void set(const char *type, const Error &error, const char *attribute = nullptr, const std::string &value = "") {
    const nb::object raised = nb::module_::import_("voxmarch._errors").attr(type)(error.what());
    if (attribute) {
        raised.attr(attribute) = value;
    }
    PyErr_SetObject(raised.type().ptr(), raised.ptr());
}

void translate(const std::exception_ptr &thrown, void * /*unused*/) {
    try {
        std::rethrow_exception(thrown);
    } catch (const UsageError &error) {
        set("UsageError", error);
    } catch (const FileError &error) {
        set("FileError", error, "path", error.path.string());
    } catch (const OutputError &error) {
        set("OutputError", error, "path", error.path.string());
    } catch (const NoDeviceError &error) {
        set("NoDeviceError", error);
    } catch (const voxmarch::MemoryError &error) {
        set("MemoryError", error);
    } catch (const ProgramError &error) {
        set("ProgramError", error, "log", error.log);
    } catch (const DeviceError &error) {
        set("DeviceError", error);
    } catch (const UnsupportedError &error) {
        set("UnsupportedError", error);
    } catch (const Error &error) {
        set("Error", error);
    }
}

} // namespace

void bind_errors(nb::module_ & /*module*/) { nb::register_exception_translator(translate); }

} // namespace voxmarch::python
