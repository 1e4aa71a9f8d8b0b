// Types that authors see. They stand alone: whoever imports them must not load the types of the server's packages.
import type { Server as HttpServer, IncomingMessage, ServerResponse } from "node:http";
import type { Server as HttpsServer } from "node:https";

/** A server of node:http or node:https. */
export type WebServer = HttpServer | HttpsServer;

/** A request listener for node:http, and for frameworks that mount such listeners. */
export type Listener = (message: IncomingMessage, response: ServerResponse) => void;
