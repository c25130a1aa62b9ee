import {isIP} from 'node:net';
import type {FastifyBaseLogger, FastifyRequest} from 'fastify';
import type {Route} from '../../contract/route.ts';
import type {Caller} from '../auth/api-keys.ts';
import {type AuditRow, appendAudit} from '../store/accounts/audit.ts';
import type {Database} from '../store/database.ts';
import type {NewId} from '../store/ids.ts';

/** What a handler knows better than its route tells. */
export type AuditNote = {
	/** Nothing that a caller has written but names, and never a secret. */
	detail?: string | undefined;
};

/** A change that has been made. */
type Change = {
	route: Route;
	request: FastifyRequest;
	caller: Caller;
	params: Record<string, string>;
	body: unknown;
	answer: unknown;
	note: AuditNote;
};

export type AuditTrail = {
	/** Writes down a change. Its own failure is logged: what was done is done, and its caller has to learn so. */
	append(change: Change): Promise<void>;
};

/** Longer ids are none of ours. */
const longestText = 120;
const mostProxies = 5;

/**
 * Who did what to which object, from where and when. An entry is written right after its change and before its answer, not
 * within the transaction of the change: a handler may use several, some of them its engine's. Whoever has an answer has an
 * entry; a process that is killed between the two leaves a change without one, and its log names the request.
 */
export function createAuditTrail({
	database,
	newId,
	now,
	log,
}: {
	database: Database;
	newId: NewId;
	now(): number;
	log: FastifyBaseLogger;
}): AuditTrail {
	return {
		async append({route, request, caller, params, body, answer, note}) {
			const isOwner = caller.keyId === ownerKeyId;
			const row: AuditRow = {
				id: newId('aud'),
				account_id: caller.accountId,
				at: now(),
				actor: isOwner ? 'local owner' : (caller.member?.name ?? caller.keyName),
				member_id: caller.member?.id ?? null,
				key_id: isOwner ? null : caller.keyId,
				action: route.name,
				object_id: objectOf(route, params, answer),
				project_id: textAt(params, 'projectId') ?? textAt(body, 'projectId') ?? textAt(answer, 'projectId'),
				detail: detailOf(textAt(answer, 'name') ?? textAt(body, 'name'), note.detail ?? null),
				address: request.socket.remoteAddress ?? null,
				forwarded_for: proxiesOf(request.headers['x-forwarded-for']),
				client: /^svc\/[\w.+-]{1,40}/.exec(request.headers['user-agent'] ?? '')?.[0] ?? null,
				request_id: request.id,
			};
			try {
				await appendAudit(database, row);
			} catch (error) {
				log.error({err: error, entry: row}, 'a change was made and could not be written down');
			}
		},
	};
}

/** Of the caller who shows the owner token in place of a key. */
export const ownerKeyId = 'owner';

/** What was made, told by the first id of the answer; else the last thing that the path names. */
function objectOf(route: Route, params: Record<string, string>, answer: unknown): string | null {
	const named = Object.values(params).at(-1)?.slice(0, longestText) ?? null;
	if (route.method !== 'POST' || typeof answer !== 'object' || answer === null) return named;
	const given = Object.values(params);
	const ids = Object.keys(answer).filter(field => field === 'id' || field.endsWith('Id'));
	const made = ids.map(field => textAt(answer, field)).find(id => id !== null && !given.includes(id));
	return made ?? named;
}

/** The name of the object before what its handler tells, which may name it already: an id alone tells a reader nothing. */
const detailOf = (name: string | null, told: string | null): string | null =>
	name === null || told?.includes(name) ? told : told === null ? name : `${name}: ${told}`;

function textAt(value: unknown, field: string): string | null {
	if (typeof value !== 'object' || value === null) return null;
	const text = (value as Record<string, unknown>)[field];
	return typeof text === 'string' && text.length <= longestText ? text : null;
}

/** Addresses alone: the header is what anybody may write. */
function proxiesOf(header: string | string[] | undefined): string | null {
	const addresses = String(header ?? '')
		.split(',')
		.map(one => one.trim())
		.filter(one => isIP(one) > 0);
	return addresses.length === 0 ? null : addresses.slice(0, mostProxies).join(', ');
}
