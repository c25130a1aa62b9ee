import type {DeleteAnswer} from '../store/cleanup/delete-call.ts';

/** The answer of a request; `status` null: none came. */
export type Answer = DeleteAnswer & {
	/** First 4096 bytes of the body. */
	body: string | null;
	/** The whole body, where it was asked for; null: it is none, binary or too long. It is not stored. */
	whole?: string | null;
	error: string | null;
};
