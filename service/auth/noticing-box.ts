import type {SecretBox} from './secret-box.ts';

/** A box that remembers whether something could not be opened with it, for those that go on without it. */
export type NoticingBox = SecretBox & {hasFailed(): boolean};

export function noticingBox(box: SecretBox): NoticingBox {
	let hasFailed = false;
	return {
		seal: (plain, context) => box.seal(plain, context),
		open(sealed, context) {
			try {
				return box.open(sealed, context);
			} catch (error) {
				hasFailed = true;
				throw error;
			}
		},
		hasFailed: () => hasFailed,
	};
}
