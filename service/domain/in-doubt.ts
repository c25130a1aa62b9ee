type Answered = {method: string; status: number | null};

/** An answer of a server that broke: what it had done by then is done. */
export const isBroken = ({status}: Answered): boolean => status !== null && status >= 500;

/** Statuses that refuse what was sent, and not who sent it or where. */
export const refusals = [400, 409, 422] as const;

/** A creation that was refused: some APIs look at one part of it when another part is stored already. */
export const isRefused = ({method, status}: Answered): boolean =>
	method === 'POST' && refusals.some(one => one === status);

/** An answer that says that nothing was made: of what was made all the same only reading tells. */
export const isInDoubt = (call: Answered): boolean => isBroken(call) || isRefused(call);
