import * as z from 'zod/mini';
import {id, timestamp} from './fields.ts';

const nullableString = z.nullable(z.string());

/**
 * One change that a request has made: who, what, which object, from where, when. It holds no body and no secret.
 * Entries never change, and go with their account or when they are old.
 */
export const auditEntry = z.looseObject({
	entryId: id('aud'),
	at: timestamp,
	/** Name of the member as it was then, else of the key; `local owner` for the owner token, `svc admin` for the command. */
	actor: z.string(),
	memberId: z.nullable(id('mem')),
	/** Null: no key was needed. */
	keyId: z.nullable(id('key')),
	/** `operationId` of the route, or `adminInit`. */
	action: z.string(),
	/** What it was done to: what was made, else the last thing of the path; null: the account. */
	objectId: nullableString,
	projectId: z.nullable(id('prj')),
	/** As it is named now; null as `projectId`, or when it was deleted. */
	projectName: nullableString,
	/** Name of the object as it was then, and of a change of rights what it has changed, such as `bob: runner → editor`. */
	detail: nullableString,
	/** Of the connection; null: no connection was needed. */
	address: nullableString,
	/** What proxies say of where it came from (`x-forwarded-for`): believe it where only your proxy can connect. */
	forwardedFor: nullableString,
	/** Client and version, such as `svc/0.2.0`; null: one that is not ours. */
	client: nullableString,
	/** Of the log of the service; null: no request. */
	requestId: z.nullable(id('req')),
});
export type AuditEntry = z.infer<typeof auditEntry>;
