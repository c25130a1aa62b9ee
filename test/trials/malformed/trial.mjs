import {randomFrom} from '../ownership/chance.mjs';
import {malformedRequests} from './requests.mjs';
import {complaint, send} from './send.mjs';

/**
 * Sends malformed requests and counts the answers.
 *
 * @param options `host`, `port`, `key` and `document` of the service, `ids` of things that are there; `requests`: how many;
 *   `seed`; `atOnce`: connections at a time
 * @returns how often each status came (0: closed without an answer), and what is wrong with which answer
 */
export async function sendMalformed({host, port, key, document, ids, requests, seed, atOnce}) {
	const made = malformedRequests(document, randomFrom(seed), ids);
	const byStatus = {};
	const complaints = [];
	let left = requests;
	async function work() {
		while (left-- > 0) {
			const {value: request} = made.next();
			const answer = await send({host, port}, key, request);
			byStatus[answer.status] = (byStatus[answer.status] ?? 0) + 1;
			const said = complaint(answer, request);
			if (said !== null) complaints.push({request, said});
		}
	}
	await Promise.all(Array.from({length: atOnce}, work));
	return {byStatus, complaints};
}
