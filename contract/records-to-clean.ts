/** How many records a cleanup is about: "the bar is `cleaned / (captured − kept − dismissed)`". */
export const recordsToClean = ({
	captured,
	kept,
	dismissed,
}: Record<'captured' | 'kept' | 'dismissed', number>): number => captured - kept - dismissed;
