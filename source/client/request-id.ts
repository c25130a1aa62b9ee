/**
 * `cli_<uuid v4>` for one logical request. Made from the client's own randomness: the id must only be unlikely to meet
 * its like, and loading node:crypto for it would cost every command more time than its whole request.
 *
 * @param random 0 ≤ x < 1, asked once per hexadecimal digit
 */
export function mintRequestId(random: () => number): string {
	const uuid = 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, place => {
		const digit = Math.floor(random() * 16);
		// `y` carries the variant in its two upper bits.
		return (place === 'y' ? (digit & 3) | 8 : digit).toString(16);
	});
	return `cli_${uuid}`;
}
