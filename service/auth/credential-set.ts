import type {AuthType, CredentialMode} from '../../contract/enums.ts';
import type {ProjectId} from '../../contract/ids.ts';
import type {Assigned} from '../domain/auth-choice.ts';
import type {CredentialSetTable} from '../store/projects/project-tables.ts';
import type {SecretBox} from './secret-box.ts';
import {openCredential} from './static-credential.ts';

export type ExtraHeader = {name: string; value: string};

/** A credential set with its secrets, as calls need it. Never answered, never logged. */
export type OpenSet = Assigned & {
	mode: CredentialMode;
	authType: AuthType | null;
	headerName: string | null;
	/** Null: none, or one that cannot be read any more. */
	credential: string | null;
	extraHeaders: ExtraHeader[];
};

const contextOf = (projectId: ProjectId) => `project:${projectId}:extra-headers`;

/** Null for an empty list. */
export const sealExtraHeaders = (
	box: SecretBox,
	projectId: ProjectId,
	headers: readonly ExtraHeader[],
): string | null => (headers.length === 0 ? null : box.seal(JSON.stringify(headers), contextOf(projectId)));

/** The stored headers; none when their key is lost (they must then be given again). */
export function openExtraHeaders(box: SecretBox, projectId: ProjectId, sealed: string | null): ExtraHeader[] {
	if (sealed === null) return [];
	try {
		return JSON.parse(box.open(sealed, contextOf(projectId))) as ExtraHeader[];
	} catch {
		return [];
	}
}

/** Since when families or endpoints belong to a set, in epoch milliseconds. */
export const assignmentsOf = (json: string): Record<string, number> => JSON.parse(json) as Record<string, number>;

/** Assigns `names`: those that were assigned before keep their time, the others are newer than everything else. */
export function assign(names: readonly string[], before: Readonly<Record<string, number>>, now: number): string {
	return JSON.stringify(Object.fromEntries(names.map(name => [name, before[name] ?? now])));
}

/** Decrypts a stored set. */
export function openSet(box: SecretBox, row: CredentialSetTable): OpenSet {
	return {
		id: row.id,
		mode: row.mode,
		authType: row.auth_type,
		headerName: row.header_name,
		credential: openCredential(box, row.project_id, row.credential),
		extraHeaders: openExtraHeaders(box, row.project_id, row.extra_headers),
		// A static set that was given no credential only adds headers; one that lost its key still stands for its own.
		suppliesCredential: row.mode !== 'static' || row.credential !== null,
		families: assignmentsOf(row.families),
		endpointIds: assignmentsOf(row.endpoint_ids),
	};
}
