import type {SandboxMode, TargetPolicy} from '../../contract/service-process.ts';

/** Settings handed on to `svc serve`; absent ones keep its defaults. */
export type ServeFlags = {
	host?: string;
	port?: number;
	databaseUrl?: string;
	secretsKeyFile?: string;
	workers?: number;
	concurrency?: number;
	targetPolicy?: TargetPolicy;
	sandbox?: SandboxMode;
	logFile?: string;
};
