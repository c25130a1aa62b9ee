import type {Database} from '../../store/database.ts';
import {readPlanInput} from '../../store/plans/read-plan-input.ts';

/**
 * The secrets of a project that no test may hold: not those that the API's own document shows as the example of a body,
 * such as the login of a demo account. Whoever can read the document knows them, and the test of a login needs one.
 *
 * @param secretsOf the project's secrets, by its id
 */
export const unpublishedSecrets =
	(database: Database, secretsOf: (projectId: string) => Promise<string[]>) =>
	async (projectId: string): Promise<string[]> => {
		const secrets = await secretsOf(projectId);
		if (secrets.length === 0) return secrets;
		const published = new Set<string>();
		for (const {request, origin} of (await readPlanInput(database, projectId)).endpoints) {
			if (origin === 'manual') continue;
			const text = JSON.stringify(request);
			for (const secret of secrets) if (text.includes(JSON.stringify(secret))) published.add(secret);
		}
		return secrets.filter(secret => !published.has(secret));
	};
