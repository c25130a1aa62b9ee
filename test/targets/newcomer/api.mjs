/** One request to an application, past service and proxy; fails when it is refused. */
export async function ask(base, method, path, {body, token, form, accept = []} = {}) {
	const answer = await fetch(new URL(path, base), {
		method,
		headers: {
			...(body === undefined ? {} : {'content-type': 'application/json'}),
			...(form === undefined ? {} : {'content-type': 'application/x-www-form-urlencoded'}),
			...(token ? {authorization: `Bearer ${token}`} : {}),
		},
		body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
	});
	const text = await answer.text();
	if (!answer.ok && !accept.includes(answer.status)) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** Adds the records of a list to a snapshot: `collection id` → what it is. */
export function note(snapshot, collection, records, idOf, whatOf = record => record) {
	for (const record of records) snapshot.set(`${collection} ${idOf(record)}`, JSON.stringify(whatOf(record)));
}
