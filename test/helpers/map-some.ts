/** Maps with a few at a time: a request must not run out of time because of the others. */
export async function mapSome<T, R>(
	values: readonly T[],
	atOnce: number,
	map: (value: T, index: number) => Promise<R>,
): Promise<R[]> {
	const results: R[] = [];
	for (let from = 0; from < values.length; from += atOnce)
		results.push(
			...(await Promise.all(values.slice(from, from + atOnce).map((value, index) => map(value, from + index)))),
		);
	return results;
}
