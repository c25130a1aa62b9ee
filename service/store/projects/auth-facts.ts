import type {ProjectId} from '../../../contract/ids.ts';
import type {Database} from '../database.ts';
import type {EndpointName} from '../documents/endpoint-names.ts';
import type {CredentialSetTable} from './project-tables.ts';

/** What decides which calls of a project get other credentials than its own. */
export type AuthFacts = {sets: CredentialSetTable[]; endpoints: EndpointName[]};

/** Of those of the projects that have credential sets. */
export async function readAuthFacts(
	database: Database,
	projectIds: readonly ProjectId[],
): Promise<Map<string, AuthFacts>> {
	if (projectIds.length === 0) return new Map();
	const sets = await database.selectFrom('credential_sets').selectAll().where('project_id', 'in', projectIds).execute();
	const facts = new Map<string, AuthFacts>();
	for (const set of sets) {
		const known = facts.get(set.project_id);
		if (known) known.sets.push(set);
		else facts.set(set.project_id, {sets: [set], endpoints: []});
	}
	if (facts.size === 0) return facts;
	const endpoints = await database
		.selectFrom('endpoints')
		.select(['id', 'project_id', 'method', 'path', 'family'])
		.where('project_id', 'in', [...facts.keys()])
		.execute();
	for (const {project_id, ...endpoint} of endpoints) facts.get(project_id)?.endpoints.push(endpoint);
	return facts;
}
