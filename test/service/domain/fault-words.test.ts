import {expect, it} from 'vitest';
import {faultWords} from '../../../service/domain/fault-words.ts';

const failed = (code?: string) => Object.assign(new Error('secret words of the inside'), {code});
const said = (code?: string) => faultWords(failed(code), 'The plan could not be made');

it.each(['SQLITE_FULL', 'ENOSPC', 'EDQUOT'])('work that ends for want of room (%s) says so', code => {
	expect(said(code)).toBe("The plan could not be made, because the disk of the service's data directory is full.");
});

it('a store that takes nothing is named, and whose server is away too', () => {
	expect(said('SQLITE_BUSY')).toBe("The plan could not be made, because the service's store could not be used.");
	expect(said('POSTGRES_UNAVAILABLE')).toBe(
		'The plan could not be made, because the database server of the service did not answer.',
	);
});

it.each([undefined, 'SQLITE_CONSTRAINT', 'ECONNRESET'])('anything else (%s) is a fault and tells nothing', code => {
	expect(said(code)).toBe('The plan could not be made because of a fault of the service.');
});
