import type {Kysely} from 'kysely';

type Before = {credential_sets: {id: string; families: string; endpoint_ids: string; created_at: number}};

/** Credential sets know since when a family or endpoint is theirs: "the newest assignment supplies the credential". */
export async function up(db: Kysely<unknown>): Promise<void> {
	const sets = db as Kysely<Before>;
	for (const {id, families, endpoint_ids, created_at} of await sets
		.selectFrom('credential_sets')
		.select(['id', 'families', 'endpoint_ids', 'created_at'])
		.execute())
		await sets
			.updateTable('credential_sets')
			.set({families: withTime(families, created_at), endpoint_ids: withTime(endpoint_ids, created_at)})
			.where('id', '=', id)
			.execute();
}

const withTime = (list: string, at: number): string =>
	JSON.stringify(Object.fromEntries((JSON.parse(list) as string[]).map(name => [name, at])));
