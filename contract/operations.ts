import * as z from 'zod/mini';
import {open} from './enums.ts';
import {count} from './fields.ts';

export const healthz = z.looseObject({status: z.literal('ok'), version: z.string(), uptimeSeconds: count});
export type Healthz = z.infer<typeof healthz>;

/** One thing the service stands on; required: store, migrations, queue. */
export const readinessCheck = z.looseObject({
	name: open(['store', 'migrations', 'queue', 'secrets', 'backend_runner', 'frontend_runner', 'model', 'mail']),
	required: z.boolean(),
	ok: z.boolean(),
	detail: z.string(),
});
export type ReadinessCheck = z.infer<typeof readinessCheck>;

export const readyz = z.looseObject({
	status: open(['ready', 'not_ready']),
	checks: z.array(readinessCheck),
});
export type Readyz = z.infer<typeof readyz>;
