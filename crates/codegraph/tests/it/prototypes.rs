//! C and C++: prototypes, names of the global scope, pure virtual functions and other names.

use firsthand_codegraph::Relation::{Callees, Callers, Definition, References};

use crate::repo::check_lines;

#[test]
fn a_files_own_prototype_leads_to_the_definition() {
    check_lines(
        r##"
-- a.c
int calc(int x) { return x; }
-- m.c
extern int calc(int);
int main(void) { return calc(1); }
"##,
        &[(Callers, "calc", "m.c:2 import"), (Callees, "main", "a.c:1 import")],
    );
}

#[test]
fn a_static_function_is_called_in_its_file_only() {
    check_lines(
        r##"
-- a.c
int calc(int x) { return x; }
-- s.c
static int calc(int x);
int q(void) { return calc(2); }
static int calc(int x) { return x; }
-- m.c
int main(void) { extern int calc(int); return calc(1); }
-- p.c
int calc(int);
int p(void) { return calc(2); }
"##,
        &[
            (Callers, "a.c#calc", "m.c:1 import, p.c:2 import"),
            (Callers, "s.c#calc", "s.c:2 scope"),
        ],
    );
}

#[test]
fn a_pure_virtual_function_is_a_declaration() {
    check_lines(
        r##"
-- a.hpp
class Store {
public:
    virtual int load(int key) = 0;
};
class DiskStore : public Store {
public:
    int load(int key) override { return key; }
};
class MemStore : public Store {
public:
    int load(int key) override;
};
-- b.cpp
#include "a.hpp"
int MemStore::load(int key) { return 0; }
"##,
        &[(Definition, "Store::load", "a.hpp:3 scope")],
    );
}

#[test]
fn a_prototype_counts_where_its_type_has_no_definition() {
    check_lines(
        r##"
-- a.hpp
class Store {
public:
    int load(int key);
    virtual int& at() = 0;
    virtual int* p() const = 0;
};
struct DiskStore : Store {
    int load(int key) { return key; }
    int& at() override { return x; }
};
struct MemStore : Store { int load(int); };
-- b.cpp
#include "a.hpp"
int MemStore::load(int key) { return 0; }
"##,
        &[
            (Definition, "Store::load", "a.hpp:3 scope"),
            (Definition, "Store::at", "a.hpp:4 scope"),
            (Definition, "MemStore::load", "b.cpp:2 scope"),
        ],
    );
}

#[test]
fn a_global_name_is_no_other() {
    check_lines(
        r##"
-- a.cpp
void grow() {}
void same() { ::grow(); }
"##,
        &[(Callers, "grow", "a.cpp:2 scope")],
    );
}

#[test]
fn a_global_name_is_no_member() {
    check_lines(
        r##"
-- g.hpp
void grow();
namespace ns { inline void grow() {} }
struct Box { void grow() { ::grow(); ns::grow(); } void f() { grow(); } };
-- g.cpp
#include "g.hpp"
void grow() {}
-- u.cpp
#include "g.hpp"
void u() { ::grow(); ::ns::grow(); }
"##,
        &[
            (Callers, "g.cpp#grow", "g.hpp:3 import, u.cpp:2 import"),
            (Callers, "g.hpp#Box::grow", "g.hpp:3 scope"),
            (Callers, "ns::grow", "g.hpp:3 scope, u.cpp:2 import"),
        ],
    );
}

#[test]
fn types_and_namespaces_may_have_other_names() {
    check_lines(
        r##"
-- a.hpp
namespace y { namespace ns { inline void f() {} } }
struct A { static int make() { return 1; } };
using B = A;
typedef A T;
-- u.cpp
#include "a.hpp"
namespace x = y::ns;
using y::ns::f;
int u() { x::f(); f(); return B::make(); }
int v() { return T::make(); }
using C = A;
int w() { auto q = new C(); return C::make(); }
"##,
        &[
            (Callers, "A::make", "u.cpp:4 import, u.cpp:5 import, u.cpp:7 import"),
            (Callers, "ns::f", "u.cpp:4 import"),
            (Callers, "A", "u.cpp:7 import"),
        ],
    );
}

#[test]
fn prototypes_may_be_of_c() {
    check_lines(
        r##"
-- a.c
int calc(int x) { return x; }
-- m.cpp
extern "C" { int calc(int); }
int m() { return calc(1); }
-- n.cpp
extern "C" int calc(int);
int n() { return ::calc(1); }
"##,
        &[(Callers, "calc", "m.cpp:2 import, n.cpp:2 import")],
    );
}

#[test]
fn inline_functions_of_headers_are_included() {
    check_lines(
        r##"
-- sq.h
static inline int sq(int x) { return x*x; }
-- a.c
#include "sq.h"
int a(void) { return sq(2); }
"##,
        &[(Callers, "sq", "a.c:2 import")],
    );
}

#[test]
fn prototypes_are_of_their_namespace() {
    check_lines(
        r##"
-- a.cpp
namespace ns { void go() {} }
-- b.cpp
namespace ns { void go(); }
void b() { ns::go(); }
namespace ns { void c() { go(); } }
"##,
        &[(Callers, "ns::go", "b.cpp:2 import, b.cpp:3 import")],
    );
}

#[test]
fn a_macro_before_the_type_does_not_lose_a_declaration() {
    check_lines(
        r##"
-- slab.h
static __always_inline __alloc_size(1) void *get(size_t size, gfp_t flags)
{
	return real(size);
}
extern __printf(1, 2) __must_check int put(const char *format, ...);
-- all.h
#include "slab.h"
-- a.c
#include "all.h"
int a(void)
{
	return get(1, 2) && put("a");
}
-- far/b.c
static void *get(int size, int flags)
{
	return 0;
}
"##,
        &[
            (Definition, "get", "far/b.c:1 name, slab.h:1 name"),
            (Definition, "put", "slab.h:5 scope"),
            (Callers, "slab.h#get", "a.c:4 import"),
            (Callers, "put", "a.c:4 import"),
        ],
    );
}

/// The grammar leaves what a macro is replaced by as text.
#[test]
fn a_macro_calls_what_its_replacement_calls() {
    check_lines(
        r##"
-- a.h
int load(int a);
extern int limit;
struct box { int load; };
#define SHORT(x) load(x)
#define LONG(x, ...) do { \
	/* load(x) */ \
	printf("load(%d)\n", load ((x)->limit)); \
} while (0)
#define OTHER(load) load(limit)
#define FIELD(b) ((b)->load + (b).load)
#define TWICE (2 * limit) // load(2)
#define ODD don't load(limit)
-- a.c
#include "a.h"
int load(int a) { return a; }
int limit = 3;
int use(void) { return SHORT(limit) + OTHER(use); }
-- b.cpp
namespace io { int send(int a) { return a; } }
#define SEND(x) io::send(x)
"##,
        &[
            (Callers, "load", "a.h:4 import, a.h:7 import"),
            (Callees, "SHORT", "a.c:2 import"),
            (References, "limit", "a.c:4 scope, a.h:9 scope, a.h:11 scope"),
            (Callers, "OTHER", "a.c:4 import"),
            (Callers, "io::send", "b.cpp:2 scope"),
        ],
    );
}

/// The namespace of one is the file's name, too.
#[test]
fn a_qualifier_is_a_namespace_before_it_is_a_file() {
    check_lines(
        r##"
-- a.cpp
namespace a {
void go() {}
}
namespace b {
void go() {}
}
void ua() { a::go(); }
void ub() { b::go(); }
"##,
        &[(Callers, "a::go", "a.cpp:7 scope"), (Callers, "b::go", "a.cpp:8 scope")],
    );
}
