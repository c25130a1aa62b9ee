import type {BatchId, ProjectId} from '../../contract/ids.ts';
import type {SweepAuth, SweepCredentials} from './sweeper-parts.ts';

type Wanted = {projectId: ProjectId; url: string};

/** Logins after which a call was refused again, before refusals of a project lead to no further ones. */
const mostUseless = 3;

/** Fresh credentials for one sweep: fetched once for all who were refused, and not for ever. */
export class Renewals {
	readonly #auth: SweepAuth;
	readonly #batchId: BatchId;
	/** Per project: logins in a row that helped nobody, and what the last one gave. */
	readonly #useless = new Map<string, {count: number; given: string}>();

	constructor(auth: SweepAuth, batchId: BatchId) {
		this.#auth = auth;
		this.#batchId = batchId;
	}

	/**
	 * Other credentials than those that were refused: `taken`, which somebody else has got meanwhile, or `fresh`. Null:
	 * there are none.
	 *
	 * @param mustLogIn what others have got was refused as well
	 */
	async renew(
		{projectId, url}: Wanted,
		refused: SweepCredentials,
		mustLogIn: boolean,
	): Promise<{credentials: SweepCredentials; from: 'taken' | 'fresh'} | null> {
		const current = await this.#auth.credentialsOf(this.#batchId, projectId, url);
		const isNewer = current.missing === null && textOf(current) !== textOf(refused);
		if (isNewer && !mustLogIn) return {credentials: current, from: 'taken'};
		const useless = this.#useless.get(projectId) ?? {count: 0, given: ''};
		if (useless.given === textOf(refused)) useless.count++;
		if (useless.count >= mostUseless) return null;
		const credentials = await this.#auth.renew(this.#batchId, projectId, url);
		if (!credentials) return null;
		this.#useless.set(projectId, {count: useless.count, given: textOf(credentials)});
		return {credentials, from: 'fresh'};
	}
}

const textOf = ({headers}: SweepCredentials): string => JSON.stringify(headers);
