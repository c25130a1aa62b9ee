/** A parameter of an operation; `schema`: JSON Schema, `{}` when nothing is known. */
export type OperationParameter = {name: string; required: boolean; schema: unknown};

/**
 * An operation of the API under test, as the list of endpoints or a document describes it. A row of the list of
 * endpoints is one.
 */
export type ApiOperation = {
	/** Upper case. */
	method: string;
	/** Template below the base path: `/orders/{orderId}`. */
	path: string;
	/** Path of the document's server, such as `/api/v3`. */
	basePath?: string;
	summary?: string | null;
	requestShape?: {
		path?: readonly OperationParameter[];
		query?: readonly OperationParameter[];
		headers?: readonly OperationParameter[];
		/** JSON Schema of the body; null: none. */
		body?: unknown;
	} | null;
	/** `body`: JSON Schema of the answer of the first status of success. */
	responseShape?: {statuses?: readonly number[]; body?: unknown} | null;
};
