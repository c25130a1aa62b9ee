import type {ContainedRecord} from '../store/contained-records.ts';
import type {Answer} from './delete-record.ts';
import {isSuccess} from './observed-call.ts';
import {segmentsOf} from './path-template.ts';

/** How many records are read at once. */
const together = 4;

/**
 * Records without a DELETE endpoint that live inside another record of the batch and may go with it, such as the rows of
 * a table that a test made. Only what can be read before its container is deleted, and not afterwards, is said to be gone.
 */
export class ContainedRecords {
	readonly #readable: ContainedRecord[] = [];
	readonly #read: (record: ContainedRecord, url: string) => Promise<Answer>;

	/** @param read sends a GET with the credentials of the sweep */
	constructor(read: (record: ContainedRecord, url: string) => Promise<Answer>) {
		this.#read = read;
	}

	/** Before the sweep: remembers which of them can be read. */
	async note(records: readonly ContainedRecord[]): Promise<void> {
		const inside = records.filter(isInside);
		this.#readable.push(...(await this.#those(inside, status => isSuccess(status))));
	}

	/** After the sweep: ids of those that went with their containers. */
	async gone(): Promise<string[]> {
		const gone = await this.#those(this.#readable, status => status === 404 || status === 410 || status === 403);
		return gone.map(({resourceId}) => resourceId);
	}

	async #those(records: readonly ContainedRecord[], fits: (status: number | null) => boolean) {
		const found: ContainedRecord[] = [];
		for (let place = 0; place < records.length; place += together) {
			const some = records.slice(place, place + together);
			const answers = await Promise.all(some.map(record => this.#read(record, addressOf(record))));
			found.push(...some.filter((_, number) => fits(answers[number]!.status)));
		}
		return found;
	}
}

/** The path of the creating request names the container. */
const isInside = ({createdAt, containers}: ContainedRecord): boolean => {
	if (!URL.canParse(createdAt)) return false;
	const path = segmentsOf(new URL(createdAt).pathname);
	return containers.some(handle => path.includes(handle));
};

function addressOf({createdAt, handle}: ContainedRecord): string {
	const url = new URL(createdAt);
	url.search = '';
	url.pathname = `${url.pathname.replace(/\/+$/, '')}/${encodeURIComponent(handle)}`;
	return url.href;
}
