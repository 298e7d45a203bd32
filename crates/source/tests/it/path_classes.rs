//! The classes of paths by convention: which paths have a trait, and which must have none.

use firsthand_source::{PathClass, RepoPath};

fn path(text: &str) -> RepoPath {
    RepoPath::new(text).unwrap()
}

/// Each of the paths, between white space, has exactly these traits: `t`est, `s`upport, `g`enerated, `d`ocs.
fn check(expect: &str, paths: &str) {
    for text in paths.split_whitespace() {
        let PathClass { test, support, generated, docs } = PathClass::of(&path(text));
        let got: String = [(test, 't'), (support, 's'), (generated, 'g'), (docs, 'd')]
            .iter()
            .filter_map(|(holds, letter)| holds.then_some(*letter))
            .collect();
        assert_eq!(got, expect, "{text}");
        let any = PathClass::of(&path(text)).any();
        assert_eq!(any, !expect.is_empty(), "{text}");
    }
}

#[test]
fn folders_of_tests_are_recognized() {
    check(
        "t",
        "tests/a.rs test/a.ts e2e-tests/app.ts e2e/login.ts src/__tests__/a.tsx
         packages/x/test/a.mjs crates/x/tests/it/main.rs spec/models/user.rb packages/x/spec/a.js
         integration-tests/run.py unit_tests/x.cpp unittests/ADT/x.cpp Tests/AppTests/Thing.swift
         MyAppUITests/Thing.swift Acme.Core.Tests/Thing.cs Acme.Core.Test/Thing.cs
         src/test/java/com/example/Thing.java app/src/androidTest/kotlin/Thing.kt
         lib/src/commonTest/kotlin/a/Thing.kt src/it/tests/x.scala cypress/integration/a.js
         pkg/api/test/server.go test/support/conn_case.ex smoke-test/a.sh",
    );
    check("ts", "pkg/testdata/a.go testdata/x.json tests/fixtures/a.ts test/vendor/x.php");
}

#[test]
fn names_of_tests_are_recognized() {
    check(
        "t",
        "src/a.test.ts src/a.test.mts src/a.test.cts src/a.spec.tsx a.test.js src/A.spec.vue
         src/a.svelte.test.ts src/app.e2e-spec.ts src/a.cy.tsx mod_test.ts src/types.test-d.ts
         pkg/a_test.go app/test_views.py app/views_test.py conftest.py app/tests.py
         src/parser/tests.rs src/parser/lexer_tests.rs a/UserServiceTest.java a/TestUser.java
         a/UserIT.java a/UserTest.kt a/UserSpec.kt a/UserSuite.scala a/UserTests.cs
         a/UserTest.php a/LoginCest.php Sources/UserTests.swift lib/user_spec.rb lib/user_test.rb
         lib/test_user.rb apps/a/user_test.exs lua/user_spec.lua base/file_unittest.cc
         src/test_main.c lib/KeyTest.cpp a/run.bats test.js bin/test_install.sh bin/install_test.bash
         spec/a.sh Zend/x.phpt",
    );
}

#[test]
fn words_that_only_contain_test_are_not_tests() {
    check(
        "",
        "src/latest.ts src/contest.py src/specification.rs pkg/attestation.go src/testament.rb
         src/fastest/run.rs src/latest/index.ts contests/a.py src/Latest.java src/Greatest.cs
         src/Contest.kt src/Testament.java src/AUDIT.java src/Unit.java src/inspector.ts
         src/aspect.rs src/protest/march.go src/detest.swift src/attest_key.py src/special.ts
         src/features/ab-test/flag.ts src/commands/test.ts src/bin/cargo/commands/test.rs
         management/commands/test.py src/spec/abi.rs runtime-spec/specs-go/config.go
         src/ab-test/flag.ts features/abTest/flag.ts src/api-client/get.ts ui-kit/a.ts
         spec/openapi.yaml api.spec.yaml compiler/rustc_target/src/spec/mod.rs
         src/main/java/org/springframework/test/context/Runner.java
         src/main/java/org/junit/TestEngine.java src/main/kotlin/poet/TypeSpec.kt lib/test_functions.bash
         lib/src/commonMain/kotlin/io/test/Thing.kt src/main/scala/net/CipherSuite.scala",
    );
}

#[test]
fn support_files_are_recognized() {
    check(
        "s",
        "fixtures/a.json src/__fixtures__/a.ts src/__mocks__/fs.ts internal/mocks/db.go
         benches/parse.rs fuzz/src/lib.rs crates/x/benches/parse.rs benchmarks/run.py build.rs crates/x/build.rs
         setup.py Makefile lib/Rakefile CMakeLists.txt build.gradle.kts .github/workflows/ci.yml
         .circleci/config.yml vendor/x/y.go src/static/js/vendors/jquery.ts
         assets/vendors/a.css third_party/zlib/inflate.c node_modules/a/index.js
         deps/jemalloc/a.c scripts/release.sh xtask/src/main.rs src/db.mock.ts src/sort.bench.ts
         pkg/mock_store.go vitest.config.ts src/setupTests.js src/test_utils.rs",
    );
    check("ts", "spec/spec_helper.rb test/test_helper.exs tests/mocks/a.py");
    check(
        "",
        "src/build.rs src/commands/setup.py src/benchmark/run.rs src/bench.rs
         Assets/Scripts/Player.cs src/deps/mod.rs pkg/kubelet/pods/a.go src/mocking.ts
         src/fixture_loader.py src/vendors/list.ts app/vendors/show.rb src/ci/run.go src/app.config.ts",
    );
}

#[test]
fn generated_files_are_recognized() {
    check(
        "g",
        "dist/index.js packages/x/dist/index.mjs public/jquery.min.js a/app.bundle.js
         api/v1/a.pb.go api/a.pb.gw.go api/a_pb2.py api/a_pb2_grpc.py lib/a.g.dart
         src/routeTree.gen.ts src/schema.generated.ts src/generated/client.ts
         src/__generated__/a.ts pkg/zz_generated.deepcopy.go cmd/wire_gen.go Form1.Designer.cs
         obj/View.g.i.cs package-lock.json web/pnpm-lock.yaml Cargo.lock go.sum a/app.js.map
         src/__snapshots__/a.ts.snap src/a.snap gen/types_pb.d.ts build/generated/source/a.java
         target/debug/build/out.rs",
    );
    check(
        "",
        "src/dist/sampler.py src/generator.ts src/codegen/emit.rs src/regenerate.go src/map.ts
         assets/level.map src/lock.rs src/build/plan.ts src/target/mod.rs src/minify.js
         src/build/plan/a.ts src/debug/a.rs target/x86/abi.rs
         src/snapshot.ts src/gen.rs autogen/agent.py id_gen.rs src/types.d.ts",
    );
}

#[test]
fn documents_are_recognized() {
    check(
        "d",
        "docs/a.md doc/design.txt docs/src/plugin.ts packages/x/docs/conf.py examples/hello.rs
         crates/x/examples/hello.rs example/main.go README.md src/README README.txt CHANGELOG
         LICENSE-MIT pages/guide.mdx a/b.rst src/Button.stories.tsx demo/app.tsx
         src/docs/intro.md docs-next/config.ts api_docs/conf.py _examples/rest/main.go react-examples/a.jsx
         website/sidebars.js packages/website/a.ts playground/vue/main.ts site/index.js www/src/a.tsx",
    );
    check(
        "",
        "src/docs/page.tsx app/docs/route.ts src/doc.rs src/history.ts src/readme.ts
         src/changes.go src/license.rs bin/install src/document/node.ts
         src/main/java/com/example/App.java src/com/example/App.java com/example/App.java
         src/website/a.ts src/docs-parser/a.rs app/www/a.go lib/site/a.rb docstore/a.py counter-example/a.ts
         src/demo.ts
         src/sample/rate.rs src/exemplar/a.py requirements.txt
         .md",
    );
}

/// Usual paths of product code have no trait in any of these languages.
#[test]
fn product_code_has_no_trait() {
    for extension in [
        "ts", "tsx", "js", "rs", "py", "go", "java", "kt", "c", "h", "cpp", "cs", "rb", "php",
        "swift", "scala", "sh", "lua", "ex", "vue", "svelte", "astro",
    ] {
        for stem in ["src/store/channels", "lib/a", "Main", "cmd/server/http_handler", "App.view"] {
            let text = format!("{stem}.{extension}");
            assert!(!PathClass::of(&path(&text)).any(), "{text}");
        }
    }
}
