//! The handler of protocol requests.

use std::sync::Arc;

use firsthand::Cancel;
use firsthand::agent::{ToolSpec, tool_meant};
use rmcp::model::{
    CallToolRequestMethod, CallToolRequestParams, CallToolResponse, ConstString as _,
    CustomRequest, CustomResult, DiscoverRequestMethod, ErrorCode, ErrorData, Implementation,
    InitializeRequestParams, InitializeResult, ListResourcesRequestMethod, ListResourcesResult,
    ListToolsRequestMethod, ListToolsResult, MetaObject, PaginatedRequestParams,
    ReadResourceRequestMethod, ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities,
    ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Map, Value, json};
use tokio::sync::Semaphore;

use crate::client::{self, Client};
use crate::driven::Conversations;
use crate::finished::{self, FinishedReports};
use crate::http::dropped_request;
use crate::progress::Progress;
use crate::roots::OfferedRoots;
use crate::tool_result::ToolResult;
use crate::tools::{self, Call, McpTool};
use crate::{McpConfig, Profile};

/// The state that all handlers of a server share: over HTTP there is a handler for each session or request.
pub(crate) struct ServerState {
    pub(crate) config: McpConfig,
    pub(crate) finished: Arc<FinishedReports>,
    pub(crate) conversations: Conversations,
    tools: Vec<Box<dyn McpTool>>,
    call_permits: Semaphore,
    /// Permits for calls that run or wait.
    admission_permits: Semaphore,
}

impl ServerState {
    pub(crate) fn new(config: McpConfig) -> Self {
        let limits = config.limits;
        Self {
            tools: tools::all(&config),
            finished: Arc::default(),
            conversations: Conversations::new(limits),
            call_permits: Semaphore::new(limits.at_once),
            admission_permits: Semaphore::new(limits.at_once + limits.waiting),
            config,
        }
    }

    /// The specs of all tools, in listed order.
    pub(crate) fn specs(&self) -> Vec<ToolSpec> {
        self.tools.iter().map(|tool| tool.spec()).collect()
    }

    /// The server's instructions for clients.
    pub(crate) fn instructions(&self) -> String {
        let roots = self.config.roots.paths();
        match self.config.profile {
            Profile::Explore => format!(
                "Verified answers about code. Ask explore_code before you grep your way through a repository. \
                 Repositories: {roots}"
            ),
            Profile::Driven => format!(
                "You explore, and every place that you report is verified. `open` a question, look with the other tools, \
                 end with submit_report; `report` returns the verified report again. Repositories: {roots}"
            ),
        }
    }
}

/// The served methods. `initialize` is not listed, because the protocol's latest revision does not have it: there it is
/// an unknown method.
const METHODS: [&str; 5] = [
    DiscoverRequestMethod::VALUE,
    ListToolsRequestMethod::VALUE,
    CallToolRequestMethod::VALUE,
    ListResourcesRequestMethod::VALUE,
    ReadResourceRequestMethod::VALUE,
];

/// The handler of a client's requests.
pub(crate) struct Server {
    pub(crate) state: Arc<ServerState>,
    offered: OfferedRoots,
}

impl Server {
    /// The handler of one client.
    pub(crate) fn of(state: Arc<ServerState>) -> Self {
        Self { state, offered: OfferedRoots::default() }
    }

    async fn answer(
        &self,
        request: CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<ToolResult, ErrorData> {
        let server = &*self.state;
        let specs = server.specs();
        let meant = tool_meant(&request.name, &specs);
        let mut tools = server.tools.iter().zip(&specs);
        let Some((tool, _)) = tools.find(|(_, spec)| meant == Some(&spec.name)) else {
            let name = firsthand::registry::clip(&request.name, 100).into_owned();
            let tools = specs.iter().map(|spec| format!("`{}`", spec.name));
            let tools = tools.collect::<Vec<_>>().join(", ");
            let error = format!("there is no tool `{name}`; the tools are {tools}");
            return Err(ErrorData::invalid_params(error, None));
        };
        let Ok(_admission) = server.admission_permits.try_acquire() else {
            return Ok(ToolResult::error("too many calls are waiting; call again later"));
        };
        let progress = Progress::of(context);
        let permit = match server.call_permits.try_acquire() {
            Ok(permit) => Some(permit),
            Err(_) => {
                let acquired =
                    progress.during("waiting for its turn", |_| server.call_permits.acquire());
                acquired.await.ok().and_then(Result::ok)
            }
        };
        let Some(_permit) = permit else {
            return Err(ErrorData::internal_error("the client or the server is ending", None));
        };
        let cancel = Cancel::new();
        // Raised when this call is dropped, however it ends: it stops the work that still runs for the call.
        let _cancel_on_drop = cancel.on_drop();
        let call = Call {
            server,
            roots: self.offered.of(&server.config.roots, &context.peer).await,
            client: Client::of(context),
            client_name: client::name(context),
            progress,
            cancel,
        };
        let mut arguments = request.arguments.unwrap_or_default();
        // Every tool takes it; no schema lists it, since every argument that is listed costs the host's context.
        let asked = arguments.remove("structured") == Some(Value::Bool(true));
        let (arguments, notes) = tool.repaired(Value::Object(arguments));
        let answer = tool.call(arguments, &call).await;
        let answer = answer.unwrap_or_else(ToolResult::error).with_notes(&notes);
        if asked || server.config.structured { Ok(answer) } else { Ok(answer.without_data()) }
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources();
        let server = Implementation::new("firsthand", env!("CARGO_PKG_VERSION"))
            .with_title("Firsthand")
            .with_description("A code explorer that can only report what it saw first-hand");
        ServerConfig::new(capabilities.build())
            .with_server_info(server)
            .with_instructions(self.state.instructions())
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let refusal = self.state.config.roots.refusal();
        if let Some(why) = refusal.filter(|_| request.capabilities.roots.is_none()) {
            return Err(ErrorData::internal_error(why.to_owned(), None));
        }
        context.peer.set_peer_info(request.clone());
        self.negotiate_initialize(&request)
    }

    async fn on_roots_list_changed(&self, _: NotificationContext<RoleServer>) {
        self.offered.forget().await;
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        only_page(page)?;
        Ok(ListToolsResult::with_all_items(self.state.specs().into_iter().map(as_listed).collect()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let mut specs = self.state.specs().into_iter();
        specs.find(|spec| spec.name == name).map(as_listed)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let dropped = dropped_request(&context);
        let answer = tokio::select! {
            biased;
            () = context.ct.cancelled() => return Err(cancelled()),
            () = dropped.cancelled() => return Err(cancelled()),
            answer = self.answer(request, &context) => answer?,
        };
        Ok(answer.into_call_tool_result().into())
    }

    async fn list_resources(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        only_page(page)?;
        let own = self.state.finished.listed(&Client::of(&context));
        let all = own.iter().flat_map(finished::of).collect();
        Ok(ListResourcesResult::with_all_items(all))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let client = Client::of(&context);
        finished::read(&request.uri, |id| self.state.finished.find(id, &client))
            .map(Into::into)
            .ok_or_else(|| {
                let uri = json!({"uri": request.uri});
                ErrorData::resource_not_found("there is no such resource", Some(uri))
            })
    }

    /// Returns the error for an unknown method, or for a known one with invalid parameters.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let method = firsthand::registry::clip(&request.method, 100).into_owned();
        Err(if METHODS.contains(&method.as_str()) {
            let fault = faulty_parameter(&method, request.params.as_ref());
            let why = format!("the parameters of `{method}` do not have its form{fault}");
            ErrorData::invalid_params(why, None)
        } else {
            let why = format!("there is no method `{method}`");
            ErrorData::new(ErrorCode::METHOD_NOT_FOUND, why, None)
        })
    }
}

/// Every list has one page, so no cursor was given.
fn only_page(page: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match page.and_then(|page| page.cursor) {
        None => Ok(()),
        Some(_) => {
            Err(ErrorData::invalid_params("this `cursor` was not given: there is one page", None))
        }
    }
}

/// What is wrong with the parameters of a known method, as the end of a sentence; empty where that is not known.
fn faulty_parameter(method: &str, params: Option<&Value>) -> String {
    let (needed, object) = match method {
        CallToolRequestMethod::VALUE => ("name", Some("arguments")),
        ReadResourceRequestMethod::VALUE => ("uri", None),
        _ => return String::new(),
    };
    let Some(params) = params.and_then(Value::as_object) else {
        return format!(": they are an object with `{needed}`");
    };
    match params.get(needed) {
        None => return format!(": `{needed}` is missing"),
        Some(value) if !value.is_string() => return format!(": `{needed}` is no text"),
        Some(_) => {}
    }
    let odd = object.filter(|name| params.get(*name).is_some_and(|value| !value.is_object()));
    odd.map_or_else(String::new, |name| format!(": `{name}` is no object"))
}

/// The error of a cancelled call, which the client does not read.
fn cancelled() -> ErrorData {
    ErrorData::internal_error("the call was cancelled", None)
}

/// A tool as listed. No tool changes anything or reaches beyond the roots.
pub(crate) fn as_listed(spec: ToolSpec) -> Tool {
    let schema = match spec.parameters {
        Value::Object(schema) => schema,
        _ => Map::new(),
    };
    let hints = ToolAnnotations::new().read_only(true).open_world(false);
    // Some clients load tools only after a search, and would never search for tools that they do not know.
    let always_load = [("anthropic/alwaysLoad".to_owned(), json!(true))];
    Tool::new(spec.name, spec.description, schema)
        .with_annotations(hints)
        .with_meta(MetaObject(always_load.into_iter().collect()))
}
