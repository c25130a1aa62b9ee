/** Whether a path is what a template stands for. */
const isAt = (template, path) =>
	new RegExp(`^${template.replace(/[.*+?^$|()[\]\\]/g, '\\$&').replace(/\{[^}]*\}/g, '[^/]+')}$`).test(path);

/** The card of a record that was left: by its handle, else one that names none and comes from the same call. */
function takeCard(record, cards) {
	const fits = cards.filter(
		({sourceEndpoint: {method, path}}) => method === record.made.method && isAt(path, record.made.path),
	);
	const named = fits.filter(({capturedId}) => capturedId !== null && record.handles.has(capturedId));
	const urls = fits.filter(({deletion}) => [...record.handles].some(text => deletion?.url?.includes(text)));
	const card = named[0] ?? urls[0] ?? fits.find(({capturedId}) => capturedId === null);
	if (card) cards.splice(cards.indexOf(card), 1);
	return card ?? null;
}

function takeCall(record, calls) {
	const place = calls.findIndex(({method, path}) => method === record.made.method && isAt(path, record.made.path));
	return place < 0 ? null : calls.splice(place, 1)[0];
}

/** `failed` for a DELETE that was refused; the reason otherwise. */
const reasonOf = ({outcome, reason}) => reason ?? outcome;

/**
 * What a batch has come to, counted in the application itself: what the sweep did to records that are not the batch's
 * own, what it deleted of those that are, and what became of the rest.
 *
 * @param view what the service says of the cleanup
 */
export function judgeBatch({ledger, seen, batch, suite, view}) {
	const counts = {made: 0, owned: 0, deleted: 0, left: 0, unlisted: 0, wrongReason: 0, unproven: 0, silent: 0};
	const problems = [];
	const say = (record, what) =>
		problems.push(`${what}: ${record.shape} ${record.key}, ${record.made.method} ${record.made.path}`);
	const left = [];
	for (const record of ledger.madeIn(batch)) {
		if (record.removedBy === 'test') continue;
		const {fate} = suite.fateOf(record);
		counts.made++;
		if (fate === 'deleted') counts.owned++;
		if (record.removedBy === 'sweep') {
			if (fate === 'deleted') counts.deleted++;
			if (fate === 'listed') {
				counts.unproven++;
				const card = takeCard(record, [...view.cleanedUp]);
				say(record, `deleted without proof (${card?.proof?.kind}: ${card?.proof?.text})`);
			}
		} else left.push(record);
	}
	const cards = [...view.orphaned, ...view.pending];
	const claimed = [...view.cleanedUp];
	const calls = [...(view.calls ?? [])];
	counts.left = left.length;
	// Those that a card names first: what is left over is for records without a name.
	left.sort((a, b) => Number(hasName(b, cards)) - Number(hasName(a, cards)));
	for (const record of left) {
		const {fate, reasons} = suite.fateOf(record);
		const card = takeCard(record, cards);
		const call = card ? null : takeCall(record, calls);
		if (!card && !call) {
			counts.unlisted++;
			say(record, takeCard(record, claimed) ? 'said to be cleaned up, but there' : 'listed nowhere');
			continue;
		}
		const reason = card ? reasonOf(card) : 'call';
		if (fate === 'deleted') say(record, `owned, but left as ${reason}`);
		else if (!reasons.includes(reason)) {
			counts.wrongReason++;
			say(record, `listed as ${reason} instead of ${reasons.join(' or ')}`);
		}
	}
	const writes = seen.filter(
		call =>
			call.batch === batch &&
			!call.isSweep &&
			/^P(?:OS|U|ATC)/.test(call.method) &&
			call.status >= 200 &&
			call.status <= 299,
	);
	if (view.calls) counts.silent = silentCalls(writes, view).length;
	return {counts, problems};
}

const hasName = (record, cards) => cards.some(({capturedId}) => capturedId !== null && record.handles.has(capturedId));

/** Calls that ended 2xx and are neither a record nor among the calls that made nothing. */
function silentCalls(writes, {orphaned, pending, cleanedUp, calls}) {
	const sources = [...orphaned, ...pending, ...cleanedUp].map(({sourceEndpoint}) => sourceEndpoint);
	const rest = [...calls];
	return writes.filter(({method, path}) => {
		if (sources.some(source => source.method === method && isAt(source.path, path))) return false;
		const place = rest.findIndex(call => call.method === method && isAt(call.path, path));
		if (place < 0) return true;
		rest.splice(place, 1);
		return false;
	});
}
