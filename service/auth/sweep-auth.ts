import {chooseAuth} from '../domain/auth-choice.ts';
import {endpointAt} from '../domain/endpoint-at.ts';
import {type AuthFacts, readAuthFacts} from '../store/auth-facts.ts';
import {findCredential} from '../store/credentials.ts';
import type {Database} from '../store/database.ts';
import {type ChosenHeaders, chosenHeaders} from './auth-rules.ts';
import {openSet} from './credential-set.ts';
import type {SecretBox} from './secret-box.ts';
import {type RunCredentials, staticCredentials} from './static-credential.ts';

/** Headers of a request of the sweep, and texts in them that must not be stored. */
type SweepCredentials = {headers: Record<string, string>; secrets: string[]};

type Tokens = {
	tokenOf(batchId: string, projectId: string): Promise<RunCredentials | null>;
	renew(batchId: string, projectId: string): Promise<RunCredentials | null>;
};

const nothingChosen: ChosenHeaders = {headers: {}, usesDefault: true, secrets: []};

/**
 * Credentials for the sweep of a batch: the set of the DELETE's endpoint or family, else the token that the tests share,
 * else the static credential of the project. The same choice as for the calls of tests.
 */
export function createSweepAuth(database: Database, secretBox: SecretBox, tokens: Tokens) {
	async function choose(projectId: string, url: string): Promise<ChosenHeaders> {
		const facts = (await readAuthFacts(database, [projectId])).get(projectId);
		if (!facts) return nothingChosen;
		return chosenHeaders(choiceFor(secretBox, facts, new URL(url).pathname, await basePathOf(database, projectId)));
	}

	async function loginState(batchId: string, projectId: string): Promise<string | null> {
		const login = await database
			.selectFrom('batch_logins')
			.select('state')
			.where('batch_id', '=', batchId)
			.where('project_id', '=', projectId)
			.executeTakeFirst();
		return login?.state ?? null;
	}

	/** The token of a batch that has ended or outlived its process: without one some answer 403, which nobody renews. */
	const lostToken = async (batchId: string, projectId: string) =>
		(await loginState(batchId, projectId)) === 'ready' ? tokens.renew(batchId, projectId) : null;

	return {
		async credentialsOf(batchId: string, projectId: string, url: string): Promise<SweepCredentials> {
			const chosen = await choose(projectId, url);
			if (!chosen.usesDefault) return {headers: chosen.headers, secrets: chosen.secrets};
			const token = (await tokens.tokenOf(batchId, projectId)) ?? (await lostToken(batchId, projectId));
			return joined(
				token ?? staticCredentials(secretBox, projectId, await findCredential(database, projectId)),
				chosen,
			);
		},
		/** A fresh token after a 401; null when the project of the batch does not log in, or this address needs no token. */
		async renew(batchId: string, projectId: string, url: string): Promise<SweepCredentials | null> {
			const chosen = await choose(projectId, url);
			if (!chosen.usesDefault) return null;
			const token = (await loginState(batchId, projectId)) ? await tokens.renew(batchId, projectId) : null;
			return token && joined(token, chosen);
		},
	};
}

function choiceFor(box: SecretBox, facts: AuthFacts, path: string, basePath: string) {
	const sets = facts.sets.map(row => openSet(box, row));
	const endpoint = endpointAt(facts.endpoints, 'DELETE', path);
	return endpoint
		? chooseAuth(sets, {endpointId: endpoint.id, path: endpoint.path, family: endpoint.family}, basePath)
		: chooseAuth(sets, {endpointId: null, path, family: null}, basePath);
}

async function basePathOf(database: Database, projectId: string): Promise<string> {
	const project = await database
		.selectFrom('projects')
		.select('target_url')
		.where('id', '=', projectId)
		.executeTakeFirst();
	const url = project?.target_url;
	return url && URL.canParse(url) ? new URL(url).pathname : '';
}

const joined = ({auth, secrets}: RunCredentials, chosen: ChosenHeaders): SweepCredentials => ({
	headers: {...chosen.headers, ...auth.extraHeaders, ...auth.headers},
	secrets: [...secrets, ...chosen.secrets],
});
