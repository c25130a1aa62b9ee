import {maxAddresses} from '../../contract/schedule.ts';
import {invalid} from '../domain/service-error.ts';

const longestAddress = 254;
/** One plain address: no name, no quotes, no comments, nothing that could begin another header or another address. */
const plainAddress = /^[^\s@<>()[\],;:"\\\p{C}]{1,64}@[^\s@<>()[\],;:"\\\p{C}]+$/u;

export const isAddress = (text: string): boolean => text.length <= longestAddress && plainAddress.test(text);

/** `a@x, b@y` of a comma-separated list, each once. Throws VALIDATION_ERROR for what is no list of addresses. */
export function readAddresses(list: string): string {
	const addresses = [...new Set(list.split(',').map(address => address.trim()))];
	const odd = addresses.find(address => !isAddress(address));
	if (odd !== undefined)
		throw invalid(
			'sendTo',
			'invalid',
			'Field `sendTo` is invalid: it must be a comma-separated list of mail addresses.',
		);
	if (addresses.length > maxAddresses)
		throw invalid('sendTo', 'too_long', `Field \`sendTo\` is invalid: it has more than ${maxAddresses} addresses.`);
	return addresses.join(', ');
}
