/** Remembers the last few values that were worked out, each as long as its stamp is the same. */
export function createRecent<Value>(most: number): {
	/** @param stamp `changing`: the value is not remembered */
	get(key: string, stamp: string, make: () => Promise<Value>): Promise<Value>;
} {
	const values = new Map<string, {stamp: string; value: Value}>();
	return {
		async get(key, stamp, make) {
			const known = values.get(key);
			values.delete(key);
			if (known && stamp !== 'changing' && known.stamp === stamp) {
				values.set(key, known);
				return known.value;
			}
			const value = await make();
			if (stamp !== 'changing') values.set(key, {stamp, value});
			for (const oldest of values.keys()) {
				if (values.size <= most) break;
				values.delete(oldest);
			}
			return value;
		},
	};
}
