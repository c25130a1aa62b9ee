import type {Database} from '../store/database.ts';
import type {SecretBox} from './secret-box.ts';
import {openCredential} from './static-credential.ts';

/** Secrets of a project that must not stand in a text that is made for it. */
export async function projectSecrets(database: Database, box: SecretBox, projectId: string): Promise<string[]> {
	const row = await database
		.selectFrom('credentials')
		.select('credential')
		.where('project_id', '=', projectId)
		.executeTakeFirst();
	const credential = row ? openCredential(box, projectId, row.credential) : null;
	return credential ? [credential] : [];
}
