import type {TestType} from '../../contract/enums.ts';
import type {Ownership} from '../domain/ownership.ts';
import type {NewsChannel} from '../store/team/news.ts';
import type {TokenBox} from './batch-token.ts';

/** What an engine needs that works on its store together with other processes. */
export type Team = {
	/** What only one of them does at a time. */
	ownership: Ownership & {keep(): Promise<void>; giveUpLate(): void};
	/** What the others tell. */
	news: NewsChannel;
	/** Names this process in the news. */
	processId: string;
	/** It answers requests: people wait here for changes of batches. */
	serves: boolean;
	/** Kinds of tests that this process executes. */
	kinds: readonly TestType[];
	/** It executes tests at all, and does what belongs to that: logins and cleanup. */
	executes: boolean;
	box: TokenBox;
	/** Says that this process lives, and what it does. */
	announce(): Promise<void>;
	/** Kinds of tests that some live process executes. */
	servedKinds(): Promise<ReadonlySet<TestType>>;
	/** Told what others have changed, and regularly what may have been missed (null). */
	onNews?(topic: string | null, key: string): void;
};
