/** Where the engine tells an operator what a user does not see. The logger of the service fits. */
export type EngineLog = {
	warn(fields: object, message: string): void;
	error(fields: object, message: string): void;
};
