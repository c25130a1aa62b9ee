import {sql} from 'kysely';
import type {ProjectId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import {portable} from '../dialect/portable.ts';

/** Whether calls of a project carry a credential: a static one, one of a set, or a token of automatic logins. */
export async function hasCredential(database: Database, projectId: ProjectId): Promise<boolean> {
	const [credential, set, login] = await Promise.all([
		database
			.selectFrom('credentials')
			.select('project_id')
			.where('project_id', '=', projectId)
			.where('auth_type', '!=', 'public')
			.executeTakeFirst(),
		database
			.selectFrom('credential_sets')
			.select('id')
			.where('project_id', '=', projectId)
			.where('mode', '!=', 'none')
			.executeTakeFirst(),
		database
			.selectFrom('auto_auth')
			.select('project_id')
			.where('project_id', '=', projectId)
			.where('enabled', '=', 1)
			.executeTakeFirst(),
	]);
	return (credential ?? set ?? login) !== undefined;
}

/** Headers in which calls of a project carry a credential, in lower case and in order. */
export async function credentialHeaders(database: Database, projectId: ProjectId): Promise<string[]> {
	const [credentials, sets] = await Promise.all([
		database.selectFrom('credentials').select('header_name').where('project_id', '=', projectId).execute(),
		database.selectFrom('credential_sets').select('header_name').where('project_id', '=', projectId).execute(),
	]);
	const named = [...credentials, ...sets].flatMap(({header_name}) => header_name?.toLowerCase() ?? []);
	return [...new Set(['authorization', ...named])].sort();
}

/** Endpoints of a project that say that they need a credential. */
export async function countSecureEndpoints(database: Database, projectId: ProjectId): Promise<number> {
	const row = await database
		.selectFrom('endpoints')
		.select(({fn}) => fn.countAll<number>().as('count'))
		.where('project_id', '=', projectId)
		.where(portable(({isTrueAt}) => isTrueAt(sql.ref('auth'), 'required')))
		.executeTakeFirstOrThrow();
	return Number(row.count);
}
