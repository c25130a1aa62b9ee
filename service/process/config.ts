import * as z from 'zod/mini';
import {plans} from '../../contract/enums.ts';
import {sandboxModes, type TargetPolicy, targetPolicies} from '../../contract/service-process.ts';
import {isLoopbackHost} from '../../source/process/loopback.ts';

/** Requests per sliding minute, when the operator wants other limits than the documented ones. */
const storedLimits = z.object({
	triggers: z.optional(z.int().check(z.gte(1))),
	requests: z.optional(z.int().check(z.gte(1))),
	auth: z.optional(z.int().check(z.gte(1))),
});

/** Credits of the owner. Unmetered, what is used is written down and never runs out. */
const storedCredits = z.object({
	metered: z.optional(z.boolean()),
	/** Credits by the name of the grant; each is booked once. */
	grants: z.optional(z.record(z.string().check(z.minLength(1)), z.number().check(z.gte(0), z.lte(1_000_000_000)))),
});

/** The server that mails of schedules go out through. */
const storedMail = z.object({smtpUrl: z.optional(z.string()), from: z.optional(z.string())});

/** The model that reads what the built-in forms leave over. */
const storedModel = z.object({
	url: z.optional(z.string()),
	name: z.optional(z.string()),
	style: z.optional(z.string()),
	keyFile: z.optional(z.string()),
});

const clientVersion = z.string().check(z.regex(/^\d+\.\d+\.\d+$/));

/** `config.json` of a data directory: what the operator decided. Unknown keys are kept as they are. */
export const storedConfig = z.looseObject({
	targetPolicy: z.optional(z.enum(targetPolicies)),
	sandbox: z.optional(z.enum(sandboxModes)),
	/** Clients below it are told to update. */
	advisedClientVersion: z.optional(clientVersion),
	/** Clients below it are refused with 426. */
	minimumClientVersion: z.optional(clientVersion),
	/** Opens `/metrics` to other hosts than this one. */
	metricsToken: z.optional(z.string().check(z.minLength(16))),
	/** Names under which a proxy on this machine passes requests on, such as `svc.example.com`. */
	hosts: z.optional(z.array(z.string().check(z.minLength(1)))),
	limits: z.optional(storedLimits),
	/** Plan of the owner; `Pro` when absent. */
	plan: z.optional(z.enum(plans)),
	credits: z.optional(storedCredits),
	mail: z.optional(storedMail),
	model: z.optional(storedModel),
});
export type StoredConfig = z.infer<typeof storedConfig>;

/** What the HTTP layer needs to know of the configuration. */
export type Settings = {
	version: string;
	targetPolicy: TargetPolicy;
	advisedClientVersion: string | null;
	minimumClientVersion: string | null;
	metricsToken: string | null;
	/** Host names that requests without a key may ask for; null: any, because the service is there for other machines. */
	hosts: readonly string[] | null;
	limits: StoredConfig['limits'];
};

/**
 * The settings of one start. Target policy: "stored setting, else `private` on a loopback host, `public` on any other",
 * unless this start names one, which the caller then stores.
 */
export function settingsOf(
	stored: StoredConfig,
	start: {version: string; host: string; targetPolicy: TargetPolicy | null},
): Settings {
	return {
		version: start.version,
		targetPolicy: start.targetPolicy ?? stored.targetPolicy ?? (isLoopbackHost(start.host) ? 'private' : 'public'),
		advisedClientVersion: stored.advisedClientVersion ?? null,
		minimumClientVersion: stored.minimumClientVersion ?? null,
		metricsToken: stored.metricsToken ?? null,
		hosts: isLoopbackHost(start.host) ? (stored.hosts ?? []) : null,
		limits: stored.limits,
	};
}
