import type {ProjectId} from '../../../contract/ids.ts';
import type {Database} from '../../store/database.ts';
import {documentedRequests} from '../../store/documents/endpoints.ts';

/**
 * The secrets of a project that no test may hold: not those that the API's own document shows as the example of a body,
 * such as the login of a demo account. Whoever can read the document knows them, and the test of a login needs one.
 *
 * @param secretsOf the project's secrets, by its id
 */
export const unpublishedSecrets =
	(database: Database, secretsOf: (projectId: ProjectId) => Promise<string[]>) =>
	async (projectId: ProjectId): Promise<string[]> => {
		const secrets = await secretsOf(projectId);
		if (secrets.length === 0) return secrets;
		const requests = await documentedRequests(database, projectId);
		return secrets.filter(secret => !requests.some(request => request.includes(JSON.stringify(secret))));
	};
