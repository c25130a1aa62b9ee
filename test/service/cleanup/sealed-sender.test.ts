import {expect, it} from 'vitest';
import {createSealing} from '../../../service/auth/sealing.ts';
import {sealedSender} from '../../../service/cleanup/sealed-sender.ts';
import type {SendRequest, Answer} from '../../../service/cleanup/send-request.ts';

const key = (filler: number) => new Uint8Array(32).fill(filler);
const signal = new AbortController().signal;

function sending(keyOfService: Uint8Array) {
	const seen: string[] = [];
	const send: SendRequest = async ({url, headers}): Promise<Answer> => {
		seen.push(`${url} ${headers['authorization']}`);
		return {status: 204, latencyMs: 1, detail: {}, body: null, error: null};
	};
	return {seen, send: sealedSender(send, createSealing(keyOfService))};
}

const request = {
	method: 'DELETE' as const,
	url: `http://shop.test/sessions/${createSealing(key(1)).seal('s-0123456789')}`,
	headers: {authorization: createSealing(key(1)).seal('Bearer t')},
	signal,
};

it('opens the secrets of a DELETE for the wire', async () => {
	const {seen, send} = sending(key(1));
	expect(await send(request)).toMatchObject({status: 204});
	expect(seen).toEqual(['http://shop.test/sessions/s-0123456789 Bearer t']);
});

it('sends none whose secrets it cannot open, and says why', async () => {
	const {seen, send} = sending(key(2));
	expect(await send(request)).toMatchObject({status: null, error: expect.stringContaining('cannot be decrypted')});
	expect(seen).toEqual([]);
});
