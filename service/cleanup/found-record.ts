import type {OwnershipProof} from '../../contract/cleanup.ts';
import type {UnknownQuestion} from '../store/cleanup/sweep-store.ts';
import type {ObservedCall} from './observed-call.ts';
import type {RecordPart} from './record-parts.ts';
import type {Removal} from './removals.ts';

/** A record that a test created and that nothing but cleanup removes. */
export type FoundRecord = Omit<RecordPart, 'record' | 'isDirect' | 'isNew' | 'isShared' | 'list'> & {
	/** The same whenever the same calls are read again. */
	key: string;
	call: ObservedCall;
	/** Template of the creating request. */
	sourcePath: string;
	/** What proves that the batch made it; null: nothing, and it is not deleted without a word. */
	proof: OwnershipProof | null;
	/** Keys of the records it belongs to. */
	parents: string[];
	/** Hands out a token, perhaps the one that cleanup itself needs: removed last. */
	isLast: boolean;
	/** The last DELETE that a test sent for it. */
	removal: Omit<Removal, 'place'> | null;
	/** Of a call that was never answered: what reading would tell. */
	question?: UnknownQuestion | null;
	/** Reading has told that the call made nothing. */
	isNothing?: boolean;
};
