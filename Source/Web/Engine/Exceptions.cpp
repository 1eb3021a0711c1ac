// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdint>
#include <cstdlib>
#include <cxxabi.h>
#include <exception>
#include <new>
#include <typeinfo>

/** Exceptions for WebAssembly, which Debian's libc++abi lacks there: the functions that clang's -fwasm-exceptions calls
    (Itanium C++ ABI: Exception Handling, 2), for one thread, without exception specifications and exceptions of other
    languages.

    The machine unwinds by itself. At a landing pad, clang's code calls _Unwind_CallPersonality to find the catch clause
    that takes the exception, by the types in the tables of the function (LSDA). */
namespace __cxxabiv1
{
/** The part of libc++abi's type information that matches catch clauses (private_typeinfo.h). */
struct __shim_type_info : std::type_info
{
    virtual ~__shim_type_info();
    virtual void noop1 () const;
    virtual void noop2 () const;
    virtual bool can_catch (const __shim_type_info* thrown, void*& object) const = 0;
};
} // namespace __cxxabiv1

namespace
{
using Type = __cxxabiv1::__shim_type_info;
using Destructor = void* (*)(void*);

/** Stands in memory before the object that is thrown. */
struct alignas (16) Thrown
{
    const std::type_info* type;
    Destructor destroy;
    int handlers;  // catch clauses that it is in
    bool rethrown; // one of them throws it on
    Thrown* outer; // caught before, not handled yet
    void* caught;  // the object, as the clause that takes it sees it
};

Thrown* latest = nullptr; // of those that are being handled

Thrown* of (void* object)
{
    return static_cast<Thrown*> (object) - 1;
}

void forget (Thrown* thrown)
{
    if (thrown->destroy != nullptr)
        thrown->destroy (thrown + 1);
    std::free (thrown);
}

std::uintptr_t readUnsigned (const std::uint8_t*& from)
{
    std::uintptr_t value = 0;
    for (unsigned shift = 0;; shift += 7)
    {
        const auto byte = *from++;
        value |= static_cast<std::uintptr_t> (byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
}

std::intptr_t readSigned (const std::uint8_t*& from)
{
    std::uintptr_t value = 0;
    unsigned shift = 0;
    std::uint8_t byte = 0;
    do
    {
        byte = *from++;
        value |= static_cast<std::uintptr_t> (byte & 0x7f) << shift;
        shift += 7;
    } while (byte >= 0x80);
    if ((byte & 0x40) != 0 && shift < 8 * sizeof (value))
        value |= ~std::uintptr_t { 0 } << shift;
    return static_cast<std::intptr_t> (value);
}

/** Tables of a function with landing pads. */
struct Tables
{
    const std::uint8_t* callSites = nullptr;
    const std::uint8_t* actions = nullptr;
    const Type* const* typesEnd = nullptr; // counted backwards from 1

    explicit Tables (const std::uint8_t* lsda)
    {
        constexpr std::uint8_t omitted = 0xff;
        if (*lsda++ != omitted)
            std::abort(); // landing pads are numbers here, not addresses
        if (*lsda++ != omitted)
        {
            const auto offset = readUnsigned (lsda);
            typesEnd = reinterpret_cast<const Type* const*> (lsda + offset);
        }
        ++lsda; // encoding of call sites: two unsigned numbers of variable length
        const auto length = readUnsigned (lsda);
        callSites = lsda;
        actions = callSites + length;
    }

    /** Number of the clause of this landing pad that takes the exception; 0: none, only cleanup. */
    int clauseFor (std::uintptr_t pad, Thrown* thrown) const
    {
        const auto* site = callSites;
        std::uintptr_t action = 0;
        for (std::uintptr_t n = 0; n <= pad; ++n)
        {
            readUnsigned (site); // its number
            action = readUnsigned (site);
        }
        if (action == 0)
            return 0;
        for (const auto* record = actions + action - 1;;)
        {
            const auto clause = readSigned (record);
            if (clause > 0)
            {
                const auto* wanted = *(typesEnd - clause);
                thrown->caught = thrown + 1;
                if (wanted == nullptr || wanted->can_catch (static_cast<const Type*> (thrown->type), thrown->caught))
                    return static_cast<int> (clause);
            }
            const auto* const here = record;
            const auto next = readSigned (record);
            if (next == 0)
                return 0;
            record = here + next;
        }
    }
};

[[noreturn]] void throwOn (Thrown* thrown)
{
    __builtin_wasm_throw (0, thrown + 1); // tag 0 is __cpp_exception
}
} // namespace

// libc++abi's, which can't throw, ends the program where memory runs out.
void* operator new (std::size_t size)
{
    if (auto* const memory = std::malloc (size > 0 ? size : 1))
        return memory;
    throw std::bad_alloc();
}
void* operator new (std::size_t size, std::align_val_t alignment)
{
    const auto multiple = static_cast<std::size_t> (alignment);
    if (auto* const memory = std::aligned_alloc (multiple, (size + multiple - 1) / multiple * multiple))
        return memory;
    throw std::bad_alloc();
}

extern "C"
{
    /** Written by a landing pad, and read back by it. */
    struct LandingPadContext
    {
        std::uintptr_t pad;
        const std::uint8_t* lsda;
        std::uintptr_t clause;
    };
    LandingPadContext __wasm_lpad_context;

    int _Unwind_CallPersonality (void* object)
    {
        auto& context = __wasm_lpad_context;
        context.clause = 0;
        if (context.lsda != nullptr)
            context.clause = static_cast<std::uintptr_t> (Tables (context.lsda).clauseFor (context.pad, of (object)));
        return 0;
    }

    void* __cxa_allocate_exception (std::size_t size) noexcept
    {
        auto* const memory = std::malloc (sizeof (Thrown) + size);
        if (memory == nullptr)
            std::abort();
        return static_cast<Thrown*> (memory) + 1;
    }

    void __cxa_free_exception (void* object) noexcept
    {
        std::free (of (object));
    }

    void __cxa_throw (void* object, std::type_info* type, Destructor destroy)
    {
        auto* const thrown = of (object);
        *thrown = { type, destroy, 0, false, nullptr, object };
        throwOn (thrown);
    }

    void* __cxa_get_exception_ptr (void* object) noexcept
    {
        return of (object)->caught;
    }

    void* __cxa_begin_catch (void* object) noexcept
    {
        auto* const thrown = of (object);
        if (thrown->handlers == 0)
        {
            thrown->outer = latest;
            latest = thrown;
        }
        thrown->rethrown = false;
        ++thrown->handlers;
        return thrown->caught;
    }

    void __cxa_end_catch ()
    {
        auto* const thrown = latest;
        if (--thrown->handlers > 0)
            return;
        latest = thrown->outer;
        if (! thrown->rethrown)
            forget (thrown);
    }

    void __cxa_rethrow ()
    {
        if (latest == nullptr)
            std::terminate();
        latest->rethrown = true;
        throwOn (latest);
    }
}
