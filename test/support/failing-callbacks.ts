/** Callbacks of an integrator that fail, by how they do it. An `async` one fails after its caller has continued. */
export const failingCallbacks = {
  throws() {
    throw new Error('callback');
  },
  rejects: () => Promise.reject(new Error('callback')),
};
