import type {BatchId, ProjectId} from '../../contract/ids.ts';
import {pathnameOf} from '../domain/endpoint-path.ts';
import {chooseAuth} from '../domain/auth-choice.ts';
import {endpointAt} from '../domain/endpoint-at.ts';
import {type AuthFacts, readAuthFacts} from '../store/projects/auth-facts.ts';
import {findAutoAuth} from '../store/projects/auto-auth.ts';
import {findCredential} from '../store/projects/credentials.ts';
import type {Database} from '../store/database.ts';
import {type ChosenHeaders, chosenHeaders} from './auth-rules.ts';
import {environmentOfBatch} from '../store/projects/environments.ts';
import {openSet} from './credential-set.ts';
import {openAccount} from './environment-secrets.ts';
import type {SecretBox} from './secret-box.ts';
import {type RunCredentials, staticCredentials} from './static-credential.ts';

/** Headers of a request of the sweep, and texts in them that must not be stored. */
type SweepCredentials = {
	headers: Record<string, string>;
	secrets: string[];
	/** Why the credential that belongs to the address cannot be had; null when nothing is missing. */
	missing: string | null;
};

type Tokens = {
	tokenOf(batchId: BatchId, projectId: ProjectId): Promise<RunCredentials | null>;
	renew(batchId: BatchId, projectId: ProjectId): Promise<RunCredentials | null>;
};

const nothingChosen: ChosenHeaders = {headers: {}, usesDefault: true, secrets: [], isLost: false};
const lost = 'its stored credential cannot be read any more; save it again';

/**
 * Credentials for the sweep of a batch: the set of the DELETE's endpoint or family, else the token that the tests share,
 * else the static credential of the project. The same choice as for the calls of tests.
 */
export function createSweepAuth(database: Database, secretBox: SecretBox, tokens: Tokens) {
	async function choose(batchId: BatchId, projectId: ProjectId, url: string): Promise<ChosenHeaders> {
		const facts = (await readAuthFacts(database, [projectId])).get(projectId);
		if (!facts) return nothingChosen;
		return chosenHeaders(
			choiceFor(secretBox, facts, new URL(url).pathname, await basePathOf(database, batchId, projectId)),
		);
	}

	/** How the login of a project stands in a batch; null when the project does not log in. */
	async function loginState(batchId: BatchId, projectId: ProjectId): Promise<'waiting' | 'ready' | 'failed' | null> {
		const login = await database
			.selectFrom('batch_logins')
			.select('state')
			.where('batch_id', '=', batchId)
			.where('project_id', '=', projectId)
			.executeTakeFirst();
		return login?.state ?? null;
	}

	/** A login that failed is not tried again for every DELETE: too many of those lock an account. */
	const renewed = async (batchId: BatchId, projectId: ProjectId) =>
		(await loginState(batchId, projectId)) === 'failed' ? null : tokens.renew(batchId, projectId);

	async function whyNoToken(projectId: ProjectId): Promise<string> {
		const login = await findAutoAuth(database, projectId);
		return `the login of the project failed${login?.last_refresh_error ? `: ${login.last_refresh_error}` : ''}`;
	}

	return {
		async credentialsOf(batchId: BatchId, projectId: ProjectId, url: string): Promise<SweepCredentials> {
			const chosen = await choose(batchId, projectId, url);
			const {headers, secrets} = chosen;
			if (!chosen.usesDefault) return {headers, secrets, missing: chosen.isLost ? lost : null};
			if ((await loginState(batchId, projectId)) !== null) {
				// A batch that has ended or outlived its process has no token any more: one is fetched for all who ask.
				const token = (await tokens.tokenOf(batchId, projectId)) ?? (await renewed(batchId, projectId));
				return token ? joined(token, chosen) : {headers, secrets, missing: await whyNoToken(projectId)};
			}
			const stored = await findCredential(database, projectId);
			const environment = await environmentOfBatch(database, batchId, projectId);
			const account = environment && openAccount(secretBox, environment);
			const credentials = joined(staticCredentials(secretBox, projectId, stored, account), chosen);
			const isLost = stored !== null && stored.auth_type !== 'public' && credentials.secrets.length === secrets.length;
			return isLost ? {...credentials, missing: lost} : credentials;
		},
		/** A fresh token after a refusal; null when the project of the batch does not log in, or this address needs no token. */
		async renew(batchId: BatchId, projectId: ProjectId, url: string): Promise<SweepCredentials | null> {
			const chosen = await choose(batchId, projectId, url);
			if (!chosen.usesDefault || (await loginState(batchId, projectId)) === null) return null;
			const token = await renewed(batchId, projectId);
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

/** Path of the address that the tests of a batch were sent to. */
async function basePathOf(database: Database, batchId: BatchId, projectId: ProjectId): Promise<string> {
	const run = await database
		.selectFrom('runs')
		.select('target_url')
		.where('batch_id', '=', batchId)
		.where('project_id', '=', projectId)
		.limit(1)
		.executeTakeFirst();
	const url = run?.target_url;
	return (url && pathnameOf(url)) || '';
}

const joined = ({auth, secrets}: RunCredentials, chosen: ChosenHeaders): SweepCredentials => ({
	headers: {...chosen.headers, ...auth.extraHeaders, ...auth.headers},
	secrets: [...secrets, ...chosen.secrets],
	missing: null,
});
