/**
 * Looks after something now and then at regular times, one look after another; a look reports its own errors. Answers how
 * to stop it, which waits for a look that is under way.
 */
export function lookRegularly(everyMs: number, look: () => Promise<void>): () => Promise<void> {
	let looking = Promise.resolve();
	const next = () => {
		looking = looking.then(look);
	};
	next();
	const timer = setInterval(next, everyMs).unref();
	return async () => {
		clearInterval(timer);
		await looking;
	};
}
