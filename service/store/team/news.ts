import type {RunId} from '../../../contract/ids.ts';
import type {BatchChanged} from '../batches/batch-tables.ts';

/**
 * What the processes of one database tell each other, in the transaction that does it. It says that something may have changed;
 * what has is read from the store, so that news which come twice, late or never change nothing but the time it takes.
 */
export type News =
	| ({
			kind: 'batch';
			/** Members may have become ready. */
			work: boolean;
			/** Members wait for a login; absent: as far as this change is concerned, none. */
			login?: boolean;
	  } & Omit<BatchChanged, 'ended'> & {ended: string[] | null})
	/** Runs that execute somewhere are to be stopped. */
	| {kind: 'cancel'; runIds: RunId[]}
	/** Something that people wait for by its key: a plan, a generation, a schedule. */
	| {kind: 'changed'; topic: string; key: string};

/** `all`; `work`: what a process needs that executes and answers nobody. */
export type NewsKind = 'all' | 'work';

/**
 * Whether somebody who only executes has to hear of it. That a batch has a new version is for those where people wait: told to
 * all, each end of a test would wake every process.
 */
export const isForWorkers = (news: News): boolean =>
	news.kind !== 'batch' || news.work || news.done || news.sweep || news.login === true;

/** News of the other processes of a database. */
export type NewsChannel = {
	/**
	 * Hears every one from now on; null: some were missed. Resolves when it does.
	 *
	 * @param own names this process, whose own news are left out
	 */
	listen(own: string, kind: NewsKind, hear: (news: News | null) => void): Promise<void>;
};

/** A notification carries at most 8000 bytes. */
const mostBytes = 7000;

/** News as texts that fit: a list that is too long is parted, or left out where it only saves somebody a look. */
export function newsTexts(from: string, news: News): string[] {
	const text = JSON.stringify({from, ...news});
	if (Buffer.byteLength(text) <= mostBytes) return [text];
	if (news.kind === 'batch') return newsTexts(from, {...news, ended: null});
	if (news.kind !== 'cancel' || news.runIds.length < 2) return [];
	const half = Math.ceil(news.runIds.length / 2);
	return [news.runIds.slice(0, half), news.runIds.slice(half)].flatMap(runIds => newsTexts(from, {...news, runIds}));
}

/** News that another process has told; null: they are its own, or none. */
export function heardNews(own: string, text: string): News | null {
	try {
		const {from, ...news} = JSON.parse(text) as {from: string} & News;
		return from === own ? null : (news as News);
	} catch {
		return null;
	}
}
