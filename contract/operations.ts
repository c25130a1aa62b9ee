import * as z from 'zod/mini';
import {open} from './enums.ts';
import {count} from './fields.ts';

export const healthz = z.looseObject({status: z.literal('ok'), version: z.string(), uptimeSeconds: count});
export type Healthz = z.infer<typeof healthz>;

/** One thing the service stands on; required: store, migrations, queue. */
export const readinessCheck = z.looseObject({
	name: open([
		'mode',
		'clock',
		'store',
		'migrations',
		'queue',
		'secrets',
		'backend_runner',
		'frontend_runner',
		'model',
		'mail',
	]),
	required: z.boolean(),
	ok: z.boolean(),
	detail: z.string(),
	/** Of `store`: `host:port/name` of its PostgreSQL database; null: the file of the data directory. */
	database: z.optional(z.nullable(z.string())),
	/** Of `mode`: every live process of a service on PostgreSQL, and whether this one executes tests. */
	mode: z.optional(open(['embedded', 'team API', 'API and worker'])),
	processes: z.optional(
		z.array(
			z.looseObject({
				host: z.string(),
				pid: count,
				version: z.string(),
				serves: z.boolean(),
				/** Of work: of tests, and `planner`. */
				kinds: z.array(z.string()),
				/** Tests at once. */
				slots: count,
			}),
		),
	),
});
export type ReadinessCheck = z.infer<typeof readinessCheck>;

export const readyz = z.looseObject({
	status: open(['ready', 'not_ready']),
	checks: z.array(readinessCheck),
});
export type Readyz = z.infer<typeof readyz>;
