/** Whether something can still be decided about a change set. */
export const isReady = ({status}: {status: string}): boolean => status === 'ready';
